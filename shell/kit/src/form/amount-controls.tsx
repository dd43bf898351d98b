import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../i18n/i18n.ts';
import { type ControlProps, useField } from './controls.tsx';
import type { ParsedPrice } from './parse-price.ts';
import { PercentField, PriceField } from './price-field.tsx';

/** Binds an amount: a text that is no amount must not be sent as 'none'. */
function useAmount<Values extends FieldValues>(props: ControlProps<Values>) {
  const { t } = useTranslation('kit');
  const parsed = useRef<ParsedPrice>({ kind: 'empty' });
  const { field, message } = useField(props, {
    validate: () =>
      parsed.current.kind === 'ambiguous' || parsed.current.kind === 'invalid'
        ? t('faults.invalid')
        : true,
  });
  return {
    label: props.label,
    description: props.description,
    isRequired: props.isRequired ?? false,
    isDisabled: props.isDisabled ?? false,
    name: field.name,
    value: (field.value ?? null) as number | null,
    onChange: (value: number | null, reading: ParsedPrice) => {
      parsed.current = reading;
      field.onChange(value);
    },
    onBlur: field.onBlur,
    errorMessage: message,
  };
}

/** A price; its value is a decimal amount or null. */
export function PriceControl<Values extends FieldValues>({
  currency,
  ...props
}: ControlProps<Values> & { currency: string }) {
  return <PriceField {...useAmount(props)} currency={currency} />;
}

/** A percentage; its value is 5 for 5 %, or null. */
export function PercentControl<Values extends FieldValues>(props: ControlProps<Values>) {
  return <PercentField {...useAmount(props)} />;
}
