import type { Fault } from '@primazia/backend/kernel/problem';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  Content,
  DialogContainer,
  errorText,
  faultsToForm,
  faultText,
  Heading,
  InlineAlert,
  LeaveGuard,
  useFormat,
  useMayWrite,
  useTranslation,
} from '@primazia/kit';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CostsSection } from '../costs/costs-section.tsx';
import { MoversNotice } from '../market/movers-notice.tsx';
import { Replay } from '../replay/replay.tsx';
import { limitCautions, SavingCautions } from './cautions.tsx';
import { fieldAliases, RULE_FIELDS, ruleFaults, ruleFaultText, ruleResolver } from './faults.ts';
import { isAds, type RuleValues } from './fields.ts';
import { useLowMinimumCheck } from './low-minimum.tsx';
import { isMoreField, MoreFields, NameField, usesMore } from './more-fields.tsx';
import { Overtaken, type OvertakenProps } from './overtaken.tsx';
import { panelType } from './panel-type.ts';
import { RulePreview } from './preview.tsx';
import { type RuleAnswers, useRuleAnswers } from './rule-answers.ts';
import { RuleFields } from './rule-fields.tsx';
import { type Examples, RuleHead } from './rule-head.tsx';
import { useSettled } from './use-settled.ts';
import { newRule, toRuleBody } from './values.ts';

/** Somebody else saved meanwhile. */
export interface Overtaking extends Omit<OvertakenProps, 'onKeep'> {
  /** Goes on from there with what was changed in the form; absent: that cannot be had. */
  onKeep?: (mine: Partial<RuleValues>) => void;
}

/** What every form of a rule is made of, whether it fills a dialog or a page. */
export interface RuleFormOptions {
  /** The ad at hand: by it the rule is shown, whatever else it prices; null: it has none yet. */
  listing: PricedListing | null;
  currencyCode: string;
  /** All ads of the rule. */
  listingIds: readonly number[];
  /** Absent: the ad at hand is settled. */
  examples?: Examples;
  /** The rule that is edited; absent: a new one is made. */
  stored?: Rule;
  initial: RuleValues;
  /** What was changed already when the form opens. */
  draft?: Partial<RuleValues>;
  /** Why the last saving failed. */
  error: ApiError | null;
  /** Where the rule stands in the body that was sent. */
  faultPrefix?: string;
  /** Null: nobody else saved meanwhile. */
  overtaken: Overtaking | null;
  isSaving: boolean;
  onSave: (values: RuleValues) => void;
}

interface PageOptions {
  /** The form is a page of its own: its name stands on top, and what changes beside the form counts as unsaved. */
  page?: {
    isUnsaved: boolean;
    isReadOnly: boolean;
    /** In place of the preview while there is no ad to show it by. */
    noAds: ReactNode;
    /** Saving was refused for what stands in the form. */
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
  /** It is being looked at once more before it is saved. */
  isChecking: boolean;
  mayWrite: boolean;
}

const UNAUTHORIZED = 401;
const FORM_ID = 'rule-form';

/** A cent below a rival is no step for a rule of ads: a new one moves by one per cent, until somebody says otherwise. */
function useAdsStep(form: UseFormReturn<RuleValues>, values: RuleValues, isNew: boolean): void {
  const isOfAds = isAds(values);
  const choose = useEffectEvent(() => {
    const { adjustmentType, adjustmentAmount } = values;
    const isUnsaid = adjustmentAmount === newRule('').adjustmentAmount;
    if (isNew && isUnsaid && adjustmentType === 'VALUE') {
      form.setValue('adjustmentType', 'PERCENTAGE');
    }
  });
  useEffect(() => {
    if (isOfAds) choose();
  }, [isOfAds]);
}

/** Shows a refusal at the fields that it is about; gives what has no field here. */
function useRefusal(error: ApiError | null, show: (error: ApiError) => Fault[]): Fault[] {
  const [homeless, setHomeless] = useState<Fault[]>([]);
  const tell = useEffectEvent(() => setHomeless(error === null ? [] : show(error)));
  useEffect(() => {
    if (error !== null) tell();
  }, [error]);
  return homeless;
}

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

/** The rule as a sentence, its form, and beside it what it would do to the ad at hand. */
export function useRuleForm(options: RuleFormOptions & PageOptions): RuleForm {
  const { listing, currencyCode, listingIds, stored, error, overtaken, isSaving, page } = options;
  const { onSave, faultPrefix } = options;
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, currencyCode);
  const form = useValues(options);
  const { control, handleSubmit, setError, clearErrors } = form;
  const { isDirty, touchedFields, dirtyFields } = form.formState;
  const values = useWatch({ control }) as RuleValues;
  useAdsStep(form, values, stored === undefined);
  const settled = useSettled(values);
  const [showsMore, setShowsMore] = useState(() =>
    usesMore({ ...options.initial, ...options.draft }),
  );
  const [isReplaying, setReplaying] = useState(false);
  const [type] = useState(panelType);
  const mayWrite = useMayWrite() && page?.isReadOnly !== true;
  const [hasCosts, setHasCosts] = useState(false);
  const flushCosts = useRef(async () => true);

  const homeless = useRefusal(error, (refused) =>
    faultsToForm(refused, setError, t, {
      fields: RULE_FIELDS,
      aliases: fieldAliases(values),
      ...(faultPrefix === undefined ? {} : { prefix: faultPrefix }),
    }),
  );
  const isAtFields = error !== null && error.faults.length > 0 && homeless.length === 0;

  const faults = useMemo(() => ruleFaults(settled), [settled]);
  const rule = useMemo(() => toRuleBody(settled, stored), [settled, stored]);
  const listingId = listing?.id ?? null;
  const question = { rule, faults, listingId, listingIds, ruleId: stored?.id ?? null };
  const answers = useRuleAnswers(question);
  const minimum = answers.now?.minPrice ?? null;
  // What is wrong between two fields is said, or taken back, whichever of them was left or changed.
  const touched = RULE_FIELDS.filter((field) => touchedFields[field]).join(' ');
  useEffect(() => {
    for (const field of RULE_FIELDS.filter((one) => touched.split(' ').includes(one))) {
      const fault = faults.find((one) => one.field === field);
      if (fault === undefined) clearErrors(field);
      else setError(field, { type: fault.code, message: ruleFaultText(t, fault) });
    }
  }, [touched, faults, t, setError, clearErrors]);

  const refusalText = (refused: ApiError) => {
    if (refused.status === UNAUTHORIZED) return t('rule.session_ended');
    if (homeless.length === 0) return errorText(t, refused);
    // A hundred ads may have the same fault.
    return [...new Set(homeless.map((fault) => faultText(t, fault)))].join(' ');
  };
  const { save, isChecking, dialog } = useLowMinimumCheck({
    question,
    toBody: (wanted) => toRuleBody(wanted, stored),
    minimum,
    price: listing?.price ?? null,
    currencyCode,
    onSave,
  });
  // What was typed of costs goes along: the form closes, and a minimum may follow from them.
  const submit = async (wanted: RuleValues) => {
    if (hasCosts && !(await flushCosts.current())) return;
    await save(wanted);
  };
  const refuse = (errors: FieldErrors<RuleValues>) => {
    // The field that gets the focus next has to be in sight by then.
    if (Object.keys(errors).some(isMoreField)) flushSync(() => setShowsMore(true));
    page?.onRefused();
  };
  const isUnsaved = isDirty || hasCosts || page?.isUnsaved === true;
  const keep = () => {
    const mine = RULE_FIELDS.filter((field) => dirtyFields[field]);
    overtaken?.onKeep?.(Object.fromEntries(mine.map((field) => [field, values[field]])));
  };
  const fields = { control, values, listing, currencyCode };

  const main = (
    <>
      <LeaveGuard when={isUnsaved && !isSaving} staysOnPage={page !== undefined} />
      {overtaken !== null && (
        <Overtaken
          key={String(error)}
          title={overtaken.title}
          text={overtaken.text}
          changes={overtaken.changes ?? []}
          action={overtaken.action}
          onAction={overtaken.onAction}
          {...(overtaken.onKeep === undefined ? {} : { onKeep: keep })}
          autoFocus={error !== null}
        />
      )}
      {overtaken === null && error !== null && !isAtFields && (
        <InlineAlert variant="negative" autoFocus>
          <Heading>{t('rule.not_saved')}</Heading>
          <Content>{refusalText(error)}</Content>
        </InlineAlert>
      )}
      {!mayWrite && page?.isReadOnly !== true && <p className="hint">{t('settings.read_only')}</p>}
      <RuleHead {...options} values={settled} minimum={minimum} />
      {listingIds.length > 0 && <MoversNotice listingIds={listingIds} />}
      <SavingCautions listing={listing} {...(stored === undefined ? {} : { stored })} />
      <form id={FORM_ID} onSubmit={handleSubmit(submit, refuse)} noValidate>
        {page !== undefined && <NameField control={control} />}
        <RuleFields
          {...fields}
          minimum={minimum}
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
      page?.noAds
    ) : (
      <RulePreview
        answers={answers}
        faults={faults}
        listing={listing}
        isGroup={listingIds.length > 1}
        {...(options.examples === undefined ? {} : { onExample: options.examples.onChange })}
        {...(isAds(settled) || !mayWrite
          ? {}
          : { onReplay: handleSubmit(() => setReplaying(true), refuse) })}
      />
    );
  const dialogs = (
    <>
      {dialog}
      <DialogContainer type={type} onDismiss={() => setReplaying(false)}>
        {isReplaying && (
          <Replay rule={rule} listingIds={listingIds} onClose={() => setReplaying(false)} />
        )}
      </DialogContainer>
    </>
  );
  return { id: FORM_ID, main, aside, dialogs, answers, isUnsaved, isChecking, mayWrite };
}
