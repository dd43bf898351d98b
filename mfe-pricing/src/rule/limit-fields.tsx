import { useFormat, useTranslation } from '@primazia/kit';
import { PercentControl, PickerControl } from '@primazia/kit/form';
import { Caution } from './caution.tsx';
import { MINIMUMS } from './fields.ts';
import type { FieldsProps } from './form-props.ts';
import { RuleControl } from './rule-control.tsx';

export interface LimitFieldsProps extends FieldsProps {
  /** The minimum in force for the listing at hand; null: none, or not known. */
  minimum: number | null;
  /** The marketplace is being asked for the fee that it follows from. */
  isFeeAwaited: boolean;
  /** What the limits do as soon as the rule is active, one sentence each. */
  cautions: readonly { title: string; text: string }[];
}

/** The least that a price may be: an amount, or what has to be left of it, with the amount that follows. */
function MinimumFields(props: LimitFieldsProps) {
  const { control, values, listing, currencyCode, minimum, isFeeAwaited } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { minimumPercent } = values;
  const follows = () => {
    if (listing === null || minimumPercent === null || Number.isNaN(minimumPercent)) return '';
    if (minimum !== null)
      return t('rule.minimum.follows', { price: format.money(minimum, currencyCode) });
    if (isFeeAwaited) return t('rule.minimum.fee_awaited');
    return t(listing.costs === null ? 'rule.minimum.no_cost' : 'rule.minimum.unreachable');
  };
  return (
    <>
      <PickerControl
        control={control}
        name="minimumBy"
        label={t('field.minimumBy.name')}
        options={MINIMUMS.map((value) => ({
          value,
          label: t(`rule.minimum.${value}`),
          description: t(`rule.minimum.${value}_text`),
        }))}
      />
      {values.minimumBy === 'AMOUNT' ? (
        <RuleControl {...props} name="minPrice" />
      ) : (
        <div>
          <PercentControl
            control={control}
            name="minimumPercent"
            label={t(`rule.minimum.${values.minimumBy}_percent`)}
            help={values.minimumBy === 'MARGIN' ? 'minimum_margin' : 'minimum_return'}
            isRequired
          />
          <p className="hint" role="status">
            {follows()}
          </p>
        </div>
      )}
    </>
  );
}

/** Between which prices the rule may move. */
export function LimitFields(props: LimitFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.limits')}</legend>
      <div className="fields">
        <MinimumFields {...props} />
        <RuleControl {...props} name="maxPrice" />
      </div>
      {props.cautions.map(({ title, text }) => (
        <Caution key={title} title={title} text={text} />
      ))}
      <RuleControl {...props} name="applyMinPriceWhenLosing" />
    </fieldset>
  );
}
