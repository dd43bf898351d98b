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
  Form,
  faultsToForm,
  faultText,
  Heading,
  InlineAlert,
  LeaveGuard,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { RulePreview } from './preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { ruleSentence } from './sentence.ts';
import { cautions, type RuleValues, toRuleBody } from './values.ts';

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
  isSaving: boolean;
  onSave: (values: RuleValues) => void;
  onClose: () => void;
}

/** The rule as a sentence, its form, and beside it what it would do to the ad at hand. */
export function RuleDialog(props: RuleDialogProps) {
  const { title, listing, stored, initial, saveLabel, error, isSaving, onSave, onClose } = props;
  const { faultPrefix } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const form = useForm<RuleValues>({ defaultValues: initial, mode: 'onChange' });
  const { control, handleSubmit, setError, formState } = form;
  const values = useWatch({ control }) as RuleValues;
  const [toConfirm, setToConfirm] = useState<RuleValues | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const shown = useDeferredValue(values);
  const rule = useMemo(() => toRuleBody(shown, stored), [shown, stored]);

  const [homeless, setHomeless] = useState<Fault[]>([]);

  useEffect(() => {
    const fields = Object.keys(initial) as (keyof RuleValues)[];
    const prefix = faultPrefix === undefined ? {} : { prefix: faultPrefix };
    setHomeless(faultsToForm(error, setError, t, { fields, ...prefix }));
  }, [error, setError, t, initial, faultPrefix]);

  const submit = (wanted: RuleValues) => {
    if (cautions(wanted, listing.price).includes('low_minimum')) setToConfirm(wanted);
    else onSave(wanted);
  };
  const close = () => (formState.isDirty ? setLeaving(true) : onClose());
  const warnings = cautions(values, listing.price);
  const money = (amount: number) => format.money(amount, listing.currencyCode);

  return (
    <Dialog>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <LeaveGuard when={formState.isDirty && !isSaving} />
        <div className="rule">
          <div className="rule__form">
            <div className="rule__ad">
              <AdCell listing={listing}>
                {listing.buyboxStatus !== null && <BuyboxTag status={listing.buyboxStatus} />}
              </AdCell>
            </div>
            <p className="rule__sentence" aria-live="polite">
              {ruleSentence(t, format, values, listing.currencyCode)}
            </p>
            {error !== null && (
              <InlineAlert variant="negative" marginBottom="size-200" autoFocus>
                <Heading>{t('rule.not_saved')}</Heading>
                <Content>
                  {homeless.length === 0
                    ? errorText(t, error)
                    : homeless.map((fault) => faultText(t, fault)).join(' ')}
                </Content>
              </InlineAlert>
            )}
            <Form id="rule-form" onSubmit={handleSubmit(submit)} validationBehavior="aria">
              <RuleFields control={control} values={values} listing={listing} />
            </Form>
            {warnings.includes('maximum_below_price') && (
              <InlineAlert variant="notice" marginTop="size-200">
                <Heading>{t('rule.maximum_below_price')}</Heading>
                <Content>
                  {t('rule.maximum_below_price_text', { price: money(listing.price) })}
                </Content>
              </InlineAlert>
            )}
            {listing.waitingUpdate !== null && (
              <InlineAlert variant="notice" marginTop="size-200">
                <Heading>{t('rule.cancels_waiting')}</Heading>
                <Content>
                  {t('rule.cancels_waiting_text', { price: money(listing.waitingUpdate.newPrice) })}
                </Content>
              </InlineAlert>
            )}
          </div>
          <RulePreview rule={rule} listing={listing} />
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
          {isLeaving && (
            <AlertDialog
              variant="destructive"
              title={t('rule.leave')}
              primaryActionLabel={t('rule.leave_confirm')}
              cancelLabel={t('rule.leave_stay')}
              onPrimaryAction={onClose}
            >
              {t('rule.leave_text')}
            </AlertDialog>
          )}
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
