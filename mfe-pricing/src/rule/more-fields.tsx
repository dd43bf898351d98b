import { useMarketplaces, useTranslation } from '@primazia/kit';
import {
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  PickerControl,
  TextControl,
} from '@primazia/kit/form';
import { useEffect, useRef } from 'react';
import { Exceptions } from './exceptions.tsx';
import {
  EVERYWHERE,
  isShown,
  OWN_FIELDS,
  RULE_FIELDS,
  type RuleField,
  type RuleValues,
} from './fields.ts';
import type { FieldsProps } from './form-props.ts';
import { RuleControl } from './rule-control.tsx';
import { MAX_NAME, newRule } from './values.ts';
import { WarFields } from './war-fields.tsx';

/** Fields that are always in sight. */
const IN_SIGHT: readonly RuleField[] = [
  'isActive',
  'competition',
  'strategy',
  'baseOn',
  'adjustmentType',
  'adjustmentAmount',
  'adjustmentPercent',
  'acosLimit',
  'roasLimit',
  'minimumBy',
  'minPrice',
  'minimumPercent',
  'maxPrice',
  'applyMinPriceWhenLosing',
  'requiresApproval',
  'control',
];
/** Fields that have a place of their own among those that are folded away; the others are behind these. */
const PLACED: readonly RuleField[] = [
  'safeMargin',
  'considerShippingPrice',
  'comparison',
  'startDate',
  'endDate',
];
const OTHERS = OWN_FIELDS.filter((field) => !IN_SIGHT.includes(field) && !PLACED.includes(field));

export const isMoreField = (field: string) =>
  RULE_FIELDS.some((one) => one === field && !IN_SIGHT.includes(one));

/** Whether a rule says something in the fields that are folded away, its name left aside. */
export function usesMore(values: RuleValues): boolean {
  const usual = newRule(values.name);
  return RULE_FIELDS.some(
    (field) => isMoreField(field) && JSON.stringify(values[field]) !== JSON.stringify(usual[field]),
  );
}

/** Which competitors count for a rule outside of the buybox. */
function ScopeFields(props: FieldsProps) {
  const { t } = useTranslation();
  const marketplaces = useMarketplaces();
  return (
    <div className="fields">
      <RuleControl {...props} name="comparison" />
      <PickerControl
        control={props.control}
        name="marketplace"
        label={t('field.marketplaceId.name')}
        options={[
          { value: EVERYWHERE, label: t('rule.marketplace.all') },
          ...marketplaces.all.map(({ id, name }) => ({ value: String(id), label: name })),
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

interface MoreFieldsProps extends FieldsProps {
  /** The name stands among them. */
  hasName: boolean;
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
}

/** What is rarely used, folded away. */
export function MoreFields({ hasName, isExpanded, onExpandedChange, ...props }: MoreFieldsProps) {
  const { control, values, listing } = props;
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
          <RuleControl {...props} name="safeMargin" />
          <RuleControl {...props} name="considerShippingPrice" />
          {isShown('marketplace', values) && <ScopeFields {...props} />}
          {isShown('hasWarGuard', values) && <WarFields control={control} values={values} />}
          {isShown('exceptions', values) && listing !== null && (
            <Exceptions control={control} chosen={values.exceptions} listing={listing} />
          )}
          <div className="fields fields--dates">
            <RuleControl {...props} name="startDate" />
            <RuleControl {...props} name="endDate" />
          </div>
          {OTHERS.map((name) => (
            <RuleControl key={name} {...props} name={name} />
          ))}
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
