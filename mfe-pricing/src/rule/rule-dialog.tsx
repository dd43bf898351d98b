import type { Fault } from '@primazia/backend/kernel/problem';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import {
  AdCell,
  AlertDialog,
  type ApiError,
  Button,
  ButtonGroup,
  BuyboxTag,
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
  useTranslation,
} from '@primazia/kit';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { Caution } from './caution.tsx';
import { fieldAliases, RULE_FIELDS, ruleFaults, ruleFaultText, ruleResolver } from './faults.ts';
import { isMoreField, MoreFields, usesMore } from './more-fields.tsx';
import { Overtaken, type OvertakenProps } from './overtaken.tsx';
import { RulePreview } from './preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { ruleSentence } from './sentence.ts';
import { useSettled } from './use-settled.ts';
import { isLowMinimum, movingLimit, type RuleValues, toRuleBody } from './values.ts';

export interface RuleDialogProps {
  title: string;
  listing: PricedListing;
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
  const { title, listing, stored, initial, saveLabel, error, overtaken, isSaving } = props;
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
  const settled = useSettled(values);
  const [showsMore, setShowsMore] = useState(() => usesMore(initial));
  const [toConfirm, setToConfirm] = useState<RuleValues | null>(null);
  const [isLeaving, setLeaving] = useState(false);

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
  const submit = (wanted: RuleValues) => {
    if (isLowMinimum(wanted, listing.price)) setToConfirm(wanted);
    else onSave(wanted);
  };
  const refuse = (errors: FieldErrors<RuleValues>) => {
    // The field that gets the focus next has to be in sight by then.
    if (Object.keys(errors).some(isMoreField)) flushSync(() => setShowsMore(true));
  };
  const close = () => (isDirty ? setLeaving(true) : onClose());
  useEffect(() => {
    dismiss.current = close;
  });

  const waiting = listing.waitingUpdate;
  const cancels = waiting !== null && (waiting.state === 'pending' || waiting.state === 'retry');

  return (
    <Dialog>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <LeaveGuard when={isDirty && !isSaving} />
        <div className="rule">
          <div className="rule__form">
            <div className="rule__ad">
              <AdCell listing={listing}>
                {listing.buyboxStatus !== null && <BuyboxTag status={listing.buyboxStatus} />}
              </AdCell>
            </div>
            {overtaken !== null && (
              <Overtaken key={String(error)} {...overtaken} autoFocus={error !== null} />
            )}
            {overtaken === null && error !== null && !isAtFields && (
              <InlineAlert variant="negative" autoFocus>
                <Heading>{t('rule.not_saved')}</Heading>
                <Content>{refusalText(error)}</Content>
              </InlineAlert>
            )}
            <p className="rule__sentence" aria-live="polite">
              {ruleSentence(t, format, settled, listing.currencyCode)}
            </p>
            {cancels && (
              <Caution
                title={t('rule.cancels_waiting')}
                text={t('rule.cancels_waiting_text', { price: money(waiting.newPrice) })}
              />
            )}
            {stored?.status === 'paused' && (
              <Caution title={t('rule.is_paused')} text={t('rule.is_paused_text')} />
            )}
            <form id="rule-form" onSubmit={handleSubmit(submit, refuse)} noValidate>
              <RuleFields
                control={control}
                values={values}
                listing={listing}
                caution={faults.length === 0 ? movingLimit(settled, listing.price) : null}
              />
              <MoreFields
                control={control}
                values={values}
                listing={listing}
                isExpanded={showsMore}
                onExpandedChange={setShowsMore}
              />
            </form>
          </div>
          <RulePreview rule={rule} faults={faults} listing={listing} />
        </div>
        <DialogContainer onDismiss={() => setToConfirm(null)}>
          {toConfirm !== null && (
            <AlertDialog
              variant="confirmation"
              title={t('rule.low_minimum')}
              primaryActionLabel={t('rule.low_minimum_confirm', {
                price: money(toConfirm.minPrice ?? 0),
              })}
              cancelLabel={t('action.back')}
              onPrimaryAction={() => onSave(toConfirm)}
            >
              {t('rule.low_minimum_text', {
                minimum: money(toConfirm.minPrice ?? 0),
                price: money(listing.price),
              })}
            </AlertDialog>
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
        <Button variant="accent" type="submit" form="rule-form" isPending={isSaving}>
          {saveLabel}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
