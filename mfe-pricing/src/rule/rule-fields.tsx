import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  SwitchControl,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import type { Control } from 'react-hook-form';
import { Caution } from './caution.tsx';
import {
  adjustmentField,
  COMPETITIONS,
  type movingLimit,
  type RuleValues,
  STRATEGIES,
} from './values.ts';

export interface FieldsProps {
  control: Control<RuleValues>;
  values: RuleValues;
  listing: PricedListing;
}

/** What the rule aims at, and by how much. */
function AimFields({ control, values, listing }: FieldsProps) {
  const { t } = useTranslation();
  const options = (group: string, ids: readonly string[]) =>
    ids.map((value) => ({ value, label: t(`rule.${group}.${value}`) }));
  const adjustment = adjustmentField(values);
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.aim')}</legend>
      <RadioControl
        control={control}
        name="strategy"
        label={t('rule.strategy.label')}
        orientation="horizontal"
        options={STRATEGIES.map((value) => ({
          value,
          label: t(`rule.strategy.${value}`),
          description: t(`rule.strategy.${value}_text`),
        }))}
      />
      <div className="fields">
        <PickerControl
          control={control}
          name="competition"
          label={t('rule.competition.label')}
          options={options('competition', COMPETITIONS)}
        />
        <PickerControl
          control={control}
          name="baseOn"
          label={t('rule.base_on.label')}
          options={options('base_on', ['LOWEST_PRICE', 'WINNER'])}
        />
        {adjustment !== null && (
          <>
            <PickerControl
              control={control}
              name="adjustmentType"
              label={t('rule.adjustment.label')}
              options={options('adjustment', ['VALUE', 'PERCENTAGE'])}
            />
            {adjustment === 'adjustmentAmount' ? (
              <PriceControl
                control={control}
                name={adjustment}
                label={t('rule.adjustment.amount')}
                currency={listing.currencyCode}
                isRequired
              />
            ) : (
              <PercentControl
                control={control}
                name={adjustment}
                label={t('rule.adjustment.percent')}
                isRequired
              />
            )}
          </>
        )}
      </div>
    </fieldset>
  );
}

interface RuleFieldsProps extends FieldsProps {
  /** The limit that moves the price at once. */
  caution: ReturnType<typeof movingLimit>;
}

/** Between which prices the rule may move. */
function LimitFields({ control, listing, caution }: RuleFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currencyCode } = listing;
  return (
    <fieldset className="rule__section">
      <legend>{t('rule.section.limits')}</legend>
      <div className="fields">
        <PriceControl
          control={control}
          name="minPrice"
          label={t('rule.min_price')}
          currency={currencyCode}
          description={t('rule.min_price_text')}
        />
        <PriceControl
          control={control}
          name="maxPrice"
          label={t('rule.max_price')}
          currency={currencyCode}
          description={t('rule.max_price_text')}
        />
      </div>
      {caution !== null && (
        <Caution
          title={t(`rule.${caution}`)}
          text={t(`rule.${caution}_text`, {
            price: format.money(listing.price, currencyCode),
          })}
        />
      )}
      <SwitchControl
        control={control}
        name="applyMinPriceWhenLosing"
        label={t('rule.apply_min_price_when_losing')}
      />
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
        description={t('rule.requires_approval_text')}
      />
      <PickerControl
        control={control}
        name="control"
        label={t('rule.control.label')}
        options={['REGAIN', 'LOSE'].map((value) => ({ value, label: t(`rule.control.${value}`) }))}
      />
      <SwitchControl control={control} name="isActive" label={t('rule.is_active')} />
    </fieldset>
  );
}

/** The fields of a custom rule that are always in sight. */
export function RuleFields(props: RuleFieldsProps) {
  return (
    <>
      <AimFields {...props} />
      <LimitFields {...props} />
      <ControlFields control={props.control} />
    </>
  );
}
