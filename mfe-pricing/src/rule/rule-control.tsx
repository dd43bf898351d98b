import { optionsOf } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import {
  DateTimeControl,
  NumberControl,
  PercentControl,
  PickerControl,
  PriceControl,
  SwitchControl,
} from '@primazia/kit/form';
import { FORM_FIELDS, helpOf, isShown, labelOf, type OwnField, wordsOf } from './fields.ts';
import type { FieldsProps } from './form-props.ts';

interface RuleControlProps extends Pick<FieldsProps, 'control' | 'values' | 'currencyCode'> {
  name: OwnField;
}

/** The standard control of a field, as the table of rule fields declares it; nothing where the field means nothing. */
export function RuleControl({ name, control, values, currencyCode }: RuleControlProps) {
  const { t, i18n } = useTranslation();
  if (!isShown(name, values)) return null;
  const { kind, isNeeded } = FORM_FIELDS[name];
  const help = helpOf(name);
  const text = `field.${name}.text`;
  const common = {
    control,
    name,
    label: labelOf(t, name),
    ...(help !== undefined && { help }),
    ...(i18n.exists(text) && { description: t(text) }),
    ...(isNeeded && { isRequired: true }),
  };
  switch (kind) {
    case 'money':
      return <PriceControl {...common} currency={currencyCode} />;
    case 'percent':
      return <PercentControl {...common} />;
    case 'number':
      return <NumberControl {...common} />;
    case 'flag':
      return <SwitchControl {...common} />;
    case 'date':
      return <DateTimeControl {...common} />;
    case 'word':
      return (
        <PickerControl
          {...common}
          options={optionsOf(name, 'form').map((value) => ({
            value,
            label: t(`${wordsOf(name)}.${value}`),
          }))}
        />
      );
    default:
      throw new Error(`The field ${name} needs a control of its own.`);
  }
}
