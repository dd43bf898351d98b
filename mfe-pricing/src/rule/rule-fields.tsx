import { useMarketplaces, useTranslation } from '@primazia/kit';
import {
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  SwitchControl,
} from '@primazia/kit/form';
import { adjustmentField, competitionsAt, isAds, isShown, STRATEGIES } from './fields.ts';
import type { FieldsProps } from './form-props.ts';
import { LimitFields, type LimitFieldsProps } from './limit-fields.tsx';
import { RuleControl } from './rule-control.tsx';

/** What the rule looks at, as the glossary has it. */
const HELP_OF = {
  BUYBOX: 'competition_buybox',
  EXTERNAL: 'competition_external',
  ACOS: 'acos',
  ROAS: 'roas',
} as const;

/** By how much the price differs from its base; of an advertising rule, by how much it moves at a time. */
function AdjustmentFields({ control, values, currencyCode }: FieldsProps) {
  const { t } = useTranslation();
  const adjustment = adjustmentField(values);
  if (adjustment === null) return null;
  const labels = isAds(values)
    ? { type: 'rule.step.label', amount: 'rule.step.amount', percent: 'rule.step.percent' }
    : {
        type: 'rule.adjustment.label',
        amount: 'field.adjustment.name',
        percent: 'rule.adjustment.percent',
      };
  return (
    <>
      <PickerControl
        control={control}
        name="adjustmentType"
        label={t(labels.type)}
        help="adjustment"
        options={['VALUE', 'PERCENTAGE'].map((value) => ({
          value,
          label: t(`rule.adjustment.${value}`),
        }))}
      />
      {adjustment === 'adjustmentAmount' ? (
        <PriceControl
          control={control}
          name={adjustment}
          label={t(labels.amount)}
          currency={currencyCode}
          isRequired
        />
      ) : (
        <PercentControl control={control} name={adjustment} label={t(labels.percent)} isRequired />
      )}
    </>
  );
}

/** What the rule aims at, and by how much. */
function AimFields(props: FieldsProps) {
  const { control, values, listing } = props;
  const { t } = useTranslation();
  const marketplace = useMarketplaces().of(listing?.marketplaceId ?? 0);
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.aim')}</legend>
      <PickerControl
        control={control}
        name="competition"
        label={t('field.competition.name')}
        help={HELP_OF[values.competition]}
        options={competitionsAt(marketplace?.traits).map((value) => ({
          value,
          label: t(`rule.competition.${value}`),
          description: t(`rule.competition.${value}_text`),
        }))}
      />
      {isShown('strategy', values) && (
        <RadioControl
          control={control}
          name="strategy"
          label={t('field.strategy.name')}
          help="strategy"
          options={STRATEGIES.map((value) => ({
            value,
            label: t(`rule.strategy.${value}`),
            description: t(`rule.strategy.${value}_text`),
          }))}
        />
      )}
      <div className="fields">
        <RuleControl {...props} name="baseOn" />
        <RuleControl {...props} name="acosLimit" />
        <RuleControl {...props} name="roasLimit" />
        <AdjustmentFields {...props} />
      </div>
    </fieldset>
  );
}

/** Whether a person approves the price. */
function ControlFields(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.control')}</legend>
      <RuleControl {...props} name="requiresApproval" />
      <RuleControl {...props} name="control" />
      <SwitchControl control={props.control} name="isActive" label={t('field.status.name')} />
    </fieldset>
  );
}

/** The fields of a rule that are always in sight. */
export function RuleFields(props: LimitFieldsProps) {
  return (
    <>
      <AimFields {...props} />
      <LimitFields {...props} />
      <ControlFields {...props} />
    </>
  );
}
