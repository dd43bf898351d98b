import type { Fault } from '@primazia/backend/kernel/problem';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { type ApiError, useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import { faultsToForm, LeaveGuard } from '@primazia/kit/form';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { useBacktestDialog } from '../backtest/use-backtest-dialog.tsx';
import { CostsSection } from '../costs/costs-section.tsx';
import { MoversNotice } from '../market/movers-notice.tsx';
import { fieldAliases, ruleResolver } from '../rule/faults.ts';
import { isAds, RULE_FIELDS, type RuleValues } from '../rule/fields.ts';
import { isMoreField, MoreFields, NameField, usesMore } from '../rule/more-fields.tsx';
import { RuleFields } from '../rule/rule-fields.tsx';
import { toRuleBody } from '../rule/values.ts';
import { limitCautions, SavingCautions } from './cautions.tsx';
import type { EditConflict } from './edit-conflict.tsx';
import { useLowMinimumCheck } from './low-minimum.tsx';
import { NotSaved } from './not-saved.tsx';
import { RulePreview } from './preview.tsx';
import type { RuleAnswers } from './rule-answers.ts';
import { type Examples, RuleHead } from './rule-head.tsx';
import { useFaultsOfTouched, useTypedRule } from './use-typed-rule.ts';

/** What every form of a rule is made of, whether it fills a dialog or a page. */
export interface RuleFormOptions {
  /** The listing by which the rule is shown, whatever others it has; null: none yet. */
  listing: PricedListing | null;
  currencyCode: string;
  /** All listings of the rule. */
  listingIds: readonly number[];
  /** Absent: the listing at hand is settled. */
  examples?: Examples;
  /** The rule that is edited; absent: a new one is made. */
  stored?: Rule;
  initial: RuleValues;
  /** What was changed already when the form opens. */
  draft?: Partial<RuleValues>;
  /** Why the last saving failed. */
  error: ApiError | null;
  /** Where the rule is in the body that was sent. */
  faultPrefix?: string;
  /** Null: no other person saved meanwhile. */
  conflict: EditConflict | null;
  isSaving: boolean;
  onSave: (values: RuleValues) => void;
}

interface PageOptions {
  /** The form is a page of its own: its name stands on top, and what changes beside the form counts as unsaved. */
  page?: {
    isUnsaved: boolean;
    isReadOnly: boolean;
    /** In place of the preview while there is no listing to show it by. */
    noListings: ReactNode;
    /** Saving was refused for what is in the form. */
    onRefused: () => void;
  };
}

export interface RuleForm {
  /** The id of the form that a button of it names. */
  id: string;
  main: ReactNode;
  aside: ReactNode;
  dialogs: ReactNode;
  answers: RuleAnswers;
  isUnsaved: boolean;
  /** Shown for review before it is saved. */
  isChecking: boolean;
  mayWrite: boolean;
}

const FORM_ID = 'rule-form';

/** What the form holds, begun with what was changed already. */
function useValues({ initial, draft }: Pick<RuleFormOptions, 'initial' | 'draft'>) {
  const { t } = useTranslation();
  const form = useForm<RuleValues>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const begin = useEffectEvent(() => {
    if (draft !== undefined) form.reset({ ...initial, ...draft }, { keepDefaultValues: true });
  });
  useEffect(() => begin(), []);
  return form;
}

/** Shows a refusal at the fields that it is about; returns the faults without a field. */
function useRefusal(
  { setError }: UseFormReturn<RuleValues>,
  values: RuleValues,
  { error, faultPrefix }: Pick<RuleFormOptions, 'error' | 'faultPrefix'>,
): Fault[] {
  const { t } = useTranslation();
  const [homeless, setHomeless] = useState<Fault[]>([]);
  const show = (refused: ApiError) =>
    faultsToForm(refused, setError, t, {
      fields: RULE_FIELDS,
      aliases: fieldAliases(values),
      ...(faultPrefix === undefined ? {} : { prefix: faultPrefix }),
    });
  const showFaults = useEffectEvent(() => setHomeless(error === null ? [] : show(error)));
  useEffect(() => {
    if (error !== null) showFaults();
  }, [error]);
  return homeless;
}

/** The rule as a sentence, its form, and beside it what it would do to the listing at hand. */
export function useRuleForm(options: RuleFormOptions & PageOptions): RuleForm {
  const { listing, currencyCode, listingIds, stored, error, conflict, isSaving, page } = options;
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, currencyCode);
  const form = useValues(options);
  const { control, handleSubmit } = form;
  const { isDirty, dirtyFields } = form.formState;
  const { values, settled, question, answers } = useTypedRule(form, options);
  const { rule, faults } = question;
  const minimum = answers.now?.minPrice ?? null;
  const [showsMore, setShowsMore] = useState(() =>
    usesMore({ ...options.initial, ...options.draft }),
  );
  const mayWrite = useMayWrite() && page?.isReadOnly !== true;
  const [hasCosts, setHasCosts] = useState(false);
  const flushCosts = useRef(async () => true);

  const homeless = useRefusal(form, values, options);
  useFaultsOfTouched(form, faults);
  const { save, isChecking, dialog } = useLowMinimumCheck({
    question,
    toBody: (wanted) => toRuleBody(wanted, stored),
    minimum,
    price: listing?.price ?? null,
    currencyCode,
    onSave: options.onSave,
  });
  // Typed costs are saved too: the form closes, and a minimum may follow from them.
  const submit = async (wanted: RuleValues) => {
    if (hasCosts && !(await flushCosts.current())) return;
    await save(wanted);
  };
  const refuse = (errors: FieldErrors<RuleValues>) => {
    // The field that gets the focus next has to be rendered by then.
    if (Object.keys(errors).some(isMoreField)) flushSync(() => setShowsMore(true));
    page?.onRefused();
  };
  const backtest = useBacktestDialog(rule, values.name, listingIds);
  // A person who may only try a rule has nothing to save.
  const isUnsaved = mayWrite && (isDirty || hasCosts || page?.isUnsaved === true);
  const mine = () => {
    const changed = RULE_FIELDS.filter((field) => dirtyFields[field]);
    return Object.fromEntries(changed.map((field) => [field, values[field]]));
  };
  const fields = { control, values, listing, currencyCode };

  const main = (
    <>
      <LeaveGuard when={isUnsaved && !isSaving} staysOnPage={page !== undefined} />
      <NotSaved error={error} homeless={homeless} conflict={conflict} mine={mine} />
      {!mayWrite && page?.isReadOnly !== true && <p className="hint">{t('settings.read_only')}</p>}
      <RuleHead {...options} values={settled} minimum={minimum} />
      {listingIds.length > 0 && <MoversNotice listingIds={listingIds} />}
      <SavingCautions listing={listing} {...(stored === undefined ? {} : { stored })} />
      <form id={FORM_ID} onSubmit={handleSubmit(submit, refuse)} noValidate>
        {page !== undefined && <NameField control={control} />}
        <RuleFields
          {...fields}
          minimum={minimum}
          isFeeAwaited={answers.now?.code === 'fee_awaited'}
          cautions={
            faults.length === 0
              ? limitCautions(t, money, { listing, listingIds, values: settled, answers })
              : []
          }
        />
        <MoreFields
          {...fields}
          hasName={page === undefined}
          isExpanded={showsMore}
          onExpandedChange={setShowsMore}
        />
      </form>
      {listing !== null && (
        <CostsSection
          key={listing.id}
          listing={listing}
          minimum={minimum}
          isNeeded={values.minimumBy !== 'AMOUNT'}
          onDirtyChange={setHasCosts}
          flush={flushCosts}
        />
      )}
    </>
  );
  const aside =
    listing === null ? (
      page?.noListings
    ) : (
      <RulePreview
        answers={answers}
        faults={faults}
        listing={listing}
        isGroup={listingIds.length > 1}
        {...(options.examples === undefined ? {} : { onExample: options.examples.onChange })}
        {...(isAds(settled) || !mayWrite
          ? {}
          : { onBacktest: handleSubmit(backtest.open, refuse) })}
      />
    );
  const dialogs = (
    <>
      {dialog}
      {backtest.dialog}
    </>
  );
  return { id: FORM_ID, main, aside, dialogs, answers, isUnsaved, isChecking, mayWrite };
}
