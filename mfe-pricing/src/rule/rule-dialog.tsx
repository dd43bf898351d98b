import type { Fault } from '@primazia/backend/kernel/problem';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  errorText,
  faultsToForm,
  faultText,
  Heading,
  InlineAlert,
  LeaveDialog,
  LeaveGuard,
  useFormat,
  useMayWrite,
  useTranslation,
} from '@primazia/kit';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CostsSection } from '../costs/costs-section.tsx';
import { MoversNotice } from '../market/movers-notice.tsx';
import { Replay } from '../replay/replay.tsx';
import { limitCautions, SavingCautions } from './cautions.tsx';
import { fieldAliases, RULE_FIELDS, ruleFaults, ruleFaultText, ruleResolver } from './faults.ts';
import { isAds, type RuleValues } from './fields.ts';
import { useLowMinimumCheck } from './low-minimum.tsx';
import { isMoreField, MoreFields, usesMore } from './more-fields.tsx';
import { Overtaken, type OvertakenProps } from './overtaken.tsx';
import { panelType } from './panel-type.ts';
import { RulePreview } from './preview.tsx';
import { useRuleAnswers } from './rule-answers.ts';
import { RuleFields } from './rule-fields.tsx';
import { type Examples, RuleHead } from './rule-head.tsx';
import { useSettled } from './use-settled.ts';
import { newRule, toRuleBody } from './values.ts';

export interface RuleDialogProps {
  title: string;
  /** The ad at hand: by it the rule is shown, whatever else it prices. */
  listing: PricedListing;
  /** All ads of the rule. */
  listingIds: readonly number[];
  /** Absent: the ad at hand is settled. */
  examples?: Examples;
  /** The rule that is edited; absent: a new one is made. */
  stored?: Rule;
  initial: RuleValues;
  saveLabel: string;
  /** Why the last saving failed. */
  error: ApiError | null;
  /** Where the rule stands in the body that was sent. */
  faultPrefix?: string;
  /** Somebody else saved meanwhile; null: nobody did. */
  overtaken: OvertakenProps | null;
  isSaving: boolean;
  onSave: (values: RuleValues) => void;
  onClose: () => void;
  /** What Escape does: it asks first where something would be lost. */
  dismiss: RefObject<() => void>;
}

const UNAUTHORIZED = 401;

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

/** The rule as a sentence, its form, and beside it what it would do to the ad at hand. */
export function RuleDialog(props: RuleDialogProps) {
  const { title, listing, listingIds, stored, initial, error, overtaken, isSaving } = props;
  const { onSave, onClose, dismiss, faultPrefix } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, listing.currencyCode);
  const form = useForm<RuleValues>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const { control, handleSubmit, setError, clearErrors } = form;
  const { isDirty, touchedFields } = form.formState;
  const values = useWatch({ control }) as RuleValues;
  useAdsStep(form, values, stored === undefined);
  const settled = useSettled(values);
  const [showsMore, setShowsMore] = useState(() => usesMore(initial));
  const [isLeaving, setLeaving] = useState(false);
  const [isReplaying, setReplaying] = useState(false);
  const [type] = useState(panelType);
  const mayWrite = useMayWrite();
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
  const question = { rule, faults, listingId: listing.id, listingIds, ruleId: stored?.id ?? null };
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
    return homeless.map((fault) => faultText(t, fault)).join(' ');
  };
  const { save, isChecking, dialog } = useLowMinimumCheck({
    question,
    toBody: (wanted) => toRuleBody(wanted, stored),
    minimum,
    price: listing.price,
    currencyCode: listing.currencyCode,
    onSave,
  });
  // What was typed of costs goes along: the dialog closes, and a minimum may follow from them.
  const submit = async (wanted: RuleValues) => {
    if (hasCosts && !(await flushCosts.current())) return;
    await save(wanted);
  };
  const refuse = (errors: FieldErrors<RuleValues>) => {
    // The field that gets the focus next has to be in sight by then.
    if (Object.keys(errors).some(isMoreField)) flushSync(() => setShowsMore(true));
  };
  const isUnsaved = isDirty || hasCosts;
  const close = () => (isUnsaved ? setLeaving(true) : onClose());
  useEffect(() => {
    dismiss.current = close;
  });

  return (
    <Dialog>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <LeaveGuard when={isUnsaved && !isSaving} />
        <div className="rule">
          <div className="rule__form">
            {overtaken !== null && (
              <Overtaken key={String(error)} {...overtaken} autoFocus={error !== null} />
            )}
            {overtaken === null && error !== null && !isAtFields && (
              <InlineAlert variant="negative" autoFocus>
                <Heading>{t('rule.not_saved')}</Heading>
                <Content>{refusalText(error)}</Content>
              </InlineAlert>
            )}
            {!mayWrite && <p className="hint">{t('settings.read_only')}</p>}
            <RuleHead {...props} values={settled} minimum={minimum} />
            <MoversNotice listingIds={listingIds} />
            <SavingCautions listing={listing} {...(stored === undefined ? {} : { stored })} />
            <form id="rule-form" onSubmit={handleSubmit(submit, refuse)} noValidate>
              <RuleFields
                control={control}
                values={values}
                listing={listing}
                minimum={minimum}
                cautions={
                  faults.length === 0
                    ? limitCautions(t, money, { listing, listingIds, values: settled, answers })
                    : []
                }
              />
              <MoreFields
                control={control}
                values={values}
                listing={listing}
                isExpanded={showsMore}
                onExpandedChange={setShowsMore}
              />
            </form>
            <CostsSection
              key={listing.id}
              listing={listing}
              minimum={minimum}
              isNeeded={values.minimumBy !== 'AMOUNT'}
              onDirtyChange={setHasCosts}
              flush={flushCosts}
            />
          </div>
          <RulePreview
            answers={answers}
            faults={faults}
            listing={listing}
            isGroup={listingIds.length > 1}
            {...(isAds(settled) || !mayWrite
              ? {}
              : { onReplay: handleSubmit(() => setReplaying(true), refuse) })}
          />
        </div>
        {dialog}
        <DialogContainer type={type} onDismiss={() => setReplaying(false)}>
          {isReplaying && (
            <Replay rule={rule} listingIds={listingIds} onClose={() => setReplaying(false)} />
          )}
        </DialogContainer>
        <DialogContainer onDismiss={() => setLeaving(false)}>
          {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} />}
        </DialogContainer>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={close}>
          {t('action.back')}
        </Button>
        {mayWrite && (
          <Button
            variant="accent"
            type="submit"
            form="rule-form"
            isPending={isSaving || isChecking}
          >
            {props.saveLabel}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}
