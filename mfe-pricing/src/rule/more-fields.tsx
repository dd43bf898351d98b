import {
  DateTimeControl,
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  PercentControl,
  PickerControl,
  SwitchControl,
  TextControl,
  useTranslation,
} from '@primazia/kit';
import { useEffect, useRef } from 'react';
import { Exceptions } from './exceptions.tsx';
import type { RuleField } from './faults.ts';
import type { FieldsProps } from './rule-fields.tsx';
import { MAX_NAME, type RuleValues } from './values.ts';

const MORE_FIELDS: readonly RuleField[] = [
  'name',
  'safeMargin',
  'considerShippingPrice',
  'comparison',
  'exceptions',
  'startDate',
  'endDate',
];

export const isMoreField = (field: string) => MORE_FIELDS.some((one) => one === field);

/** Whether a rule says something in the fields that are folded away, its name left aside. */
export const usesMore = (values: RuleValues): boolean =>
  values.safeMargin !== 0 ||
  values.considerShippingPrice ||
  values.comparison !== 'IDENTICAL' ||
  values.exceptions.length > 0 ||
  values.startDate !== null ||
  values.endDate !== null;

interface MoreFieldsProps extends FieldsProps {
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
}

/** What is rarely used, folded away. */
export function MoreFields({
  control,
  values,
  listing,
  isExpanded,
  onExpandedChange,
}: MoreFieldsProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const wasExpanded = useRef(isExpanded);
  useEffect(() => {
    // What opens below the edge of the dialog would look as if nothing had happened.
    if (isExpanded && !wasExpanded.current) panel.current?.scrollIntoView({ block: 'nearest' });
    wasExpanded.current = isExpanded;
  }, [isExpanded]);
  const comparisons = ['IDENTICAL', 'SIMILAR'].map((value) => ({
    value,
    label: t(`rule.comparison.${value}`),
  }));
  return (
    <Disclosure
      isQuiet
      UNSAFE_className="rule__more"
      isExpanded={isExpanded}
      onExpandedChange={onExpandedChange}
    >
      <DisclosureTitle>{t('rule.section.more')}</DisclosureTitle>
      <DisclosurePanel>
        <div ref={panel} className="rule__section">
          <TextControl
            control={control}
            name="name"
            label={t('rule.name')}
            isRequired
            maxLength={MAX_NAME}
          />
          {values.strategy === 'WIN' && (
            <PercentControl
              control={control}
              name="safeMargin"
              label={t('rule.safe_margin')}
              description={t('rule.safe_margin_text')}
            />
          )}
          <SwitchControl
            control={control}
            name="considerShippingPrice"
            label={t('rule.consider_shipping_price')}
          />
          {values.competition === 'EXTERNAL' && (
            <PickerControl
              control={control}
              name="comparison"
              label={t('rule.comparison.label')}
              options={comparisons}
            />
          )}
          <Exceptions control={control} chosen={values.exceptions} listing={listing} />
          <div className="fields fields--dates">
            <DateTimeControl control={control} name="startDate" label={t('rule.start_date')} />
            <DateTimeControl control={control} name="endDate" label={t('rule.end_date')} />
          </div>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
