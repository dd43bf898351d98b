import { MARKETPLACE } from '@primazia/backend/kernel/marketplace-ids';
import { MARKETPLACE_NAMES, useTranslation } from '@primazia/kit';
import {
  DateTimeControl,
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  PercentControl,
  PickerControl,
  SwitchControl,
  TextControl,
} from '@primazia/kit/form';
import { useEffect, useRef } from 'react';
import { Exceptions } from './exceptions.tsx';
import type { RuleField } from './faults.ts';
import { EVERYWHERE, isShown, type RuleValues } from './fields.ts';
import type { FieldsProps } from './form-props.ts';
import { MAX_NAME } from './values.ts';
import { WarFields } from './war-fields.tsx';

const MORE_FIELDS: readonly RuleField[] = [
  'name',
  'safeMargin',
  'considerShippingPrice',
  'comparison',
  'marketplace',
  'exceptions',
  'warRounds',
  'warHours',
  'warDropPercent',
  'warRestHours',
  'startDate',
  'endDate',
];

export const isMoreField = (field: string) => MORE_FIELDS.some((one) => one === field);

/** Whether a rule says something in the fields that are folded away, its name left aside. */
export const usesMore = (values: RuleValues): boolean =>
  values.safeMargin !== 0 ||
  values.considerShippingPrice ||
  values.comparison !== 'IDENTICAL' ||
  values.marketplace !== EVERYWHERE ||
  values.exceptions.length > 0 ||
  values.hasWarGuard ||
  values.startDate !== null ||
  values.endDate !== null;

const SINGLE_MARKETPLACES = [
  MARKETPLACE.AMAZON,
  MARKETPLACE.MERCADO_LIVRE,
  MARKETPLACE.MAGALU,
  MARKETPLACE.SHOPEE,
] as const;

/** Which competitors count for a rule outside of the buybox. */
function ScopeFields({ control }: Pick<FieldsProps, 'control'>) {
  const { t } = useTranslation();
  return (
    <div className="fields">
      <PickerControl
        control={control}
        name="comparison"
        label={t('rule.comparison.label')}
        help="comparison"
        options={['IDENTICAL', 'SIMILAR'].map((value) => ({
          value,
          label: t(`rule.comparison.${value}`),
        }))}
      />
      <PickerControl
        control={control}
        name="marketplace"
        label={t('rule.marketplace.label')}
        options={[
          { value: EVERYWHERE, label: t('rule.marketplace.all') },
          ...SINGLE_MARKETPLACES.map((id) => ({
            value: String(id),
            label: MARKETPLACE_NAMES[id],
          })),
        ]}
      />
    </div>
  );
}

/** What the rule is called in lists. */
export function NameField({ control }: Pick<FieldsProps, 'control'>) {
  const { t } = useTranslation();
  return (
    <TextControl
      control={control}
      name="name"
      label={t('rule.name')}
      isRequired
      maxLength={MAX_NAME}
    />
  );
}

interface MoreFieldsProps extends Omit<FieldsProps, 'currencyCode'> {
  /** The name stands among them. */
  hasName: boolean;
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
}

/** What is rarely used, folded away. */
export function MoreFields({
  control,
  values,
  listing,
  hasName,
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
          {hasName && <NameField control={control} />}
          {isShown('safeMargin', values) && (
            <PercentControl
              control={control}
              name="safeMargin"
              label={t('rule.safe_margin')}
              help="safe_margin"
              description={t('rule.safe_margin_text')}
            />
          )}
          {isShown('considerShippingPrice', values) && (
            <SwitchControl
              control={control}
              name="considerShippingPrice"
              label={t('rule.consider_shipping_price')}
              help="total_price"
            />
          )}
          {isShown('marketplace', values) && <ScopeFields control={control} />}
          {isShown('hasWarGuard', values) && <WarFields control={control} values={values} />}
          {isShown('exceptions', values) && listing !== null && (
            <Exceptions control={control} chosen={values.exceptions} listing={listing} />
          )}
          <div className="fields fields--dates">
            <DateTimeControl control={control} name="startDate" label={t('rule.start_date')} />
            <DateTimeControl control={control} name="endDate" label={t('rule.end_date')} />
          </div>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
