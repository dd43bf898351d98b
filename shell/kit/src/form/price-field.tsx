import { type ParsedPrice, parsePrice } from '@primazia/backend/kernel/price';
import { type ReactNode, type Ref, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { helpOf, type Term } from '../help/help.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { TextField, type TextFieldRef } from '../spectrum.ts';

interface AmountFieldProps {
  label: string;
  /** A decimal amount; null: none. */
  value: number | null;
  /** At every keystroke, so that Enter never sends the value from before. Null while the text is empty or no price. */
  onChange: (value: number | null, parsed: ParsedPrice) => void;
  onBlur?: () => void;
  name?: string;
  /** The element that can be focused. */
  inputRef?: Ref<TextFieldRef>;
  description?: ReactNode;
  /** The word of the glossary that explains the label. */
  help?: Term;
  /** What is wrong with the value, where the text itself is right. */
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  /** Letters that can be typed. */
  maxLength?: number;
}

export interface PriceFieldProps extends AmountFieldProps {
  /** ISO 4217. */
  currency: string;
}

const amountIn = (parsed: ParsedPrice) => (parsed.kind === 'price' ? parsed.amount : null);

/** The typed value to keep: NaN where the text is not an amount, which must not count as none. */
export const amountTyped = (value: number | null, { kind }: ParsedPrice) =>
  kind === 'price' || kind === 'empty' ? value : Number.NaN;

interface Writing {
  /** The text in the field after it was left: it can be read in only one way. */
  write: (amount: number) => string;
  /** The text of the echo. */
  echo: (amount: number) => string;
  /** ISO 4217, the currency of the amount; absent: the amount has none. */
  currency?: string;
}

function AmountField({
  value,
  onChange,
  onBlur,
  write,
  echo,
  currency,
  label,
  errorMessage,
  description,
  help,
  isRequired = false,
  isDisabled = false,
  autoFocus = false,
  name = '',
  inputRef = null,
  maxLength,
}: AmountFieldProps & Writing) {
  const { t } = useTranslation('kit');
  const [text, setText] = useState(value === null ? '' : write(value));
  const [reported, setReported] = useState(value);
  // The value was set from outside: the text follows it.
  if (value !== reported) {
    setReported(value);
    setText(value === null ? '' : write(value));
  }
  const parsed = parsePrice(text, currency);

  const type = (next: string) => {
    const reading = parsePrice(next, currency);
    setText(next);
    setReported(amountIn(reading));
    onChange(amountIn(reading), reading);
  };
  const leave = () => {
    if (parsed.kind === 'price') setText(write(parsed.amount));
    onBlur?.();
  };

  const fault = faultOf(parsed);
  const reading = parsed.kind === 'price' ? echo(parsed.amount) : text;
  const understood = reading === text ? description : t('price.understood', { value: reading });
  return (
    <TextField
      ref={inputRef}
      label={label}
      name={name}
      value={text}
      onChange={type}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      isRequired={isRequired}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      width="100%"
      {...(maxLength === undefined ? {} : { maxLength })}
      description={understood}
      {...helpOf(help)}
      errorMessage={fault === null ? errorMessage : t(fault.key, fault.values)}
      {...(fault === null && errorMessage === undefined ? {} : { validationState: 'invalid' })}
    />
  );

  function faultOf(price: ParsedPrice) {
    if (price.kind === 'invalid') return { key: `faults.${price.fault}`, values: {} };
    if (price.kind === 'another_currency')
      return { key: 'price.another_currency', values: { currency } };
    if (price.kind !== 'ambiguous') return null;
    const [thousands, decimals] = price.readings;
    const values = { first: echo(thousands), second: echo(decimals), write: write(thousands) };
    return { key: 'price.ambiguous', values };
  }
}

/** A price as a person types or pastes it: parsed strictly, with what was understood shown below. */
export function PriceField({ currency, ...props }: PriceFieldProps) {
  const format = useFormat();
  return (
    <AmountField
      {...props}
      currency={currency}
      write={(amount) => format.decimal(amount, 2)}
      echo={(amount) => format.exactMoney(amount, currency)}
    />
  );
}

/** A number without a unit. */
export function DecimalField(props: AmountFieldProps) {
  const { plain } = useFormat();
  return <AmountField {...props} write={plain} echo={plain} />;
}

/** A percentage, read like a price: 5 is 5 %. The label says that it is one, and the echo repeats no sign. */
export const PercentField = DecimalField;
