import type { BulkChange } from '@primazia/backend/pricing/contract';
import { faultText, useTranslation } from '@primazia/kit';
import { PercentControl, PickerControl, RadioControl } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { useForm } from 'react-hook-form';
import { type LimitsValues, limitsFaults, toLimits } from './limits-values.ts';

interface LimitsFormProps {
  initial: LimitsValues;
  onClose: () => void;
  onNext: (change: BulkChange, values: LimitsValues) => void;
}

const FORM = 'bulk-limits';

/** New limits by percent: of each listing's price, or of the limits that each rule has. */
export function LimitsForm({ initial, onClose, onNext }: LimitsFormProps) {
  const { t } = useTranslation();
  const { control, handleSubmit, watch } = useForm<LimitsValues>({
    defaultValues: initial,
    resolver: (values) => {
      const faults = limitsFaults(values);
      if (faults.length === 0) return { values, errors: {} };
      const errors = faults.map(({ field, code }) => {
        const message = t(`bulk.limits.fault.${code}`, {
          defaultValue: faultText(t, { path: field, code, message: code }),
        });
        return [field, { type: code, message }];
      });
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { of } = watch();
  const submit = handleSubmit((values) => onNext(toLimits(values), values));
  const limit = (name: 'min' | 'max') => (
    <fieldset className="bulk__limit">
      <legend>{t(`field.${name}Price.name`)}</legend>
      {of === 'limits' && (
        <PickerControl
          control={control}
          name={`${name}Way`}
          label={t('bulk.limits.way')}
          options={['up', 'down'].map((value) => ({
            value,
            label: t(`bulk.limits.${value}`),
          }))}
        />
      )}
      <PercentControl
        control={control}
        name={name}
        label={t(of === 'price' ? `bulk.limits.${name}_of_price` : 'bulk.limits.percent')}
      />
    </fieldset>
  );
  return (
    <Dialog size="L">
      <Heading>{t('bulk.action.limits')}</Heading>
      <Divider />
      <Content>
        <form id={FORM} className="bulk" noValidate onSubmit={submit}>
          <RadioControl
            control={control}
            name="of"
            label={t('bulk.limits.of')}
            options={['price', 'limits'].map((value) => ({
              value,
              label: t(`bulk.limits.of_${value}`),
              description: t(`bulk.limits.of_${value}_text`),
            }))}
          />
          <div className="fields">
            {limit('min')}
            {limit('max')}
          </div>
          <p className="hint">{t('bulk.limits.blank')}</p>
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM}>
          {t('bulk.next')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
