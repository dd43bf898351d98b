import type { ParsedPrice } from '@primazia/backend/kernel/price';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../i18n/i18n.ts';
import { type ControlProps, useField } from './controls.tsx';
import { amountTyped, DecimalField, PercentField, PriceField } from './price-field.tsx';

/** Binds an amount: text that is not an amount must not count as none, neither on submit nor before. */
function useAmount<Values extends FieldValues>(props: ControlProps<Values>) {
  const { t } = useTranslation('kit');
  const { field, message } = useField(props, {
    validate: (value) => (Number.isNaN(value) ? t('faults.invalid') : true),
  });
  const value: number | null = field.value ?? null;
  return {
    label: props.label,
    description: props.description,
    ...(props.help === undefined ? {} : { help: props.help }),
    isRequired: props.isRequired ?? false,
    isDisabled: props.isDisabled ?? false,
    name: field.name,
    inputRef: field.ref,
    value: Number.isNaN(value) ? null : value,
    onChange: (next: number | null, reading: ParsedPrice) =>
      field.onChange(amountTyped(next, reading)),
    onBlur: field.onBlur,
    errorMessage: message,
  };
}

/** A price; its value is a decimal amount, null where nothing is typed, or NaN where a text is that is no amount. */
export function PriceControl<Values extends FieldValues>({
  currency,
  ...props
}: ControlProps<Values> & { currency: string }) {
  return <PriceField {...useAmount(props)} currency={currency} />;
}

/** A percentage; its value is 5 for 5 %, null where nothing is typed, or NaN where a text is that is no amount. */
export function PercentControl<Values extends FieldValues>(props: ControlProps<Values>) {
  return <PercentField {...useAmount(props)} />;
}

/** A number without a unit; its value is null where nothing is typed, or NaN where a text is that is no number. */
export function NumberControl<Values extends FieldValues>(props: ControlProps<Values>) {
  return <DecimalField {...useAmount(props)} />;
}
