import { useTranslation } from '@primazia/kit';
import {
  NumberControl,
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  SwitchControl,
} from '@primazia/kit/form';
import { adjustmentField, COMPETITIONS, isAds, isShown, STRATEGIES } from './fields.ts';
import type { FieldsProps } from './form-props.ts';
import { LimitFields, type LimitFieldsProps } from './limit-fields.tsx';

/** What the rule looks at, as the glossary has it. */
const HELP_OF = {
  BUYBOX: 'competition_buybox',
  EXTERNAL: 'competition_external',
  ACOS: 'acos',
  ROAS: 'roas',
} as const;

/** By how much the price differs from its base; of a rule by ads, by how much it moves at a time. */
function AdjustmentFields({ control, values, currencyCode }: FieldsProps) {
  const { t } = useTranslation();
  const adjustment = adjustmentField(values);
  if (adjustment === null) return null;
  const group = isAds(values) ? 'step' : 'adjustment';
  return (
    <>
      <PickerControl
        control={control}
        name="adjustmentType"
        label={t(`rule.${group}.label`)}
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
          label={t(`rule.${group}.amount`)}
          currency={currencyCode}
          isRequired
        />
      ) : (
        <PercentControl
          control={control}
          name={adjustment}
          label={t(`rule.${group}.percent`)}
          isRequired
        />
      )}
    </>
  );
}

/** What the rule aims at, and by how much. */
function AimFields(props: FieldsProps) {
  const { control, values } = props;
  const { t } = useTranslation();
  const options = (group: string, ids: readonly string[]) =>
    ids.map((value) => ({ value, label: t(`rule.${group}.${value}`) }));
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.aim')}</legend>
      <PickerControl
        control={control}
        name="competition"
        label={t('rule.competition.label')}
        help={HELP_OF[values.competition]}
        options={COMPETITIONS.map((value) => ({
          value,
          label: t(`rule.competition.${value}`),
          description: t(`rule.competition.${value}_text`),
        }))}
      />
      {isShown('strategy', values) && (
        <RadioControl
          control={control}
          name="strategy"
          label={t('rule.strategy.label')}
          help="strategy"
          options={STRATEGIES.map((value) => ({
            value,
            label: t(`rule.strategy.${value}`),
            description: t(`rule.strategy.${value}_text`),
          }))}
        />
      )}
      <div className="fields">
        {isShown('baseOn', values) && (
          <PickerControl
            control={control}
            name="baseOn"
            label={t('rule.base_on.label')}
            help="base_on"
            options={options('base_on', ['LOWEST_PRICE', 'WINNER'])}
          />
        )}
        {values.competition === 'ACOS' && (
          <PercentControl
            control={control}
            name="acosLimit"
            label={t('rule.acos_limit')}
            help="acos"
            description={t('rule.acos_limit_text')}
            isRequired
          />
        )}
        {values.competition === 'ROAS' && (
          <NumberControl
            control={control}
            name="roasLimit"
            label={t('rule.roas_limit')}
            help="roas"
            description={t('rule.roas_limit_text')}
            isRequired
          />
        )}
        <AdjustmentFields {...props} />
      </div>
    </fieldset>
  );
}

/** Who has the last word about the price. */
function ControlFields({ control }: Pick<FieldsProps, 'control'>) {
  const { t } = useTranslation();
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.control')}</legend>
      <SwitchControl
        control={control}
        name="requiresApproval"
        label={t('rule.requires_approval')}
        help="approval"
        description={t('rule.requires_approval_text')}
      />
      <PickerControl
        control={control}
        name="control"
        label={t('rule.control.label')}
        help="regain_control"
        options={['REGAIN', 'LOSE'].map((value) => ({ value, label: t(`rule.control.${value}`) }))}
      />
      <SwitchControl control={control} name="isActive" label={t('rule.is_active')} />
    </fieldset>
  );
}

/** The fields of a rule that are always in sight. */
export function RuleFields(props: LimitFieldsProps) {
  return (
    <>
      <AimFields {...props} />
      <LimitFields {...props} />
      <ControlFields control={props.control} />
    </>
  );
}
