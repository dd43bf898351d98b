import { useTranslation } from '@primazia/kit';
import { NumberControl, PercentControl, SwitchControl } from '@primazia/kit/form';
import type { FieldsProps } from './form-props.ts';

/** Whether the rule steps out of price wars, and what it takes for one. */
export function WarFields({ control, values }: Pick<FieldsProps, 'control' | 'values'>) {
  const { t } = useTranslation();
  return (
    <div className="rule__section">
      <SwitchControl
        control={control}
        name="hasWarGuard"
        label={t('field.warGuard.name')}
        help="price_war"
        description={t('field.warGuard.text')}
      />
      {values.hasWarGuard && (
        <div className="fields">
          <NumberControl
            control={control}
            name="warRounds"
            label={t('rule.war.rounds')}
            description={t('rule.war.rounds_text')}
            isRequired
          />
          <NumberControl control={control} name="warHours" label={t('rule.war.hours')} isRequired />
          <PercentControl
            control={control}
            name="warDropPercent"
            label={t('rule.war.drop_percent')}
            isRequired
          />
          <NumberControl
            control={control}
            name="warRestHours"
            label={t('rule.war.rest_hours')}
            isRequired
          />
        </div>
      )}
    </div>
  );
}
