import { market as marketEndpoint } from '@primazia/backend/monitoring/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  Checkbox,
  CheckboxGroup,
  DateTimeControl,
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  SwitchControl,
  TextControl,
  useFormat,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { type Control, Controller } from 'react-hook-form';
import { COMPETITIONS, type RuleValues, STRATEGIES } from './values.ts';

interface RuleFieldsProps {
  control: Control<RuleValues>;
  values: RuleValues;
  listing: PricedListing;
}

/** The rivals now in the market of the ad, to be left alone by the rule. */
function Exceptions({ control, values, listing }: RuleFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQueryCall(marketEndpoint, { params: { listingId: listing.id } });
  const seen = (data?.offers ?? []).filter(({ isOwn }) => !isOwn);
  const rivals = [...new Map(seen.map((offer) => [offer.sellerId, offer])).values()];
  const gone = values.exceptions.filter((id) => !rivals.some(({ sellerId }) => sellerId === id));
  const choices = [
    ...rivals.map(({ sellerId, sellerName, price }) => ({
      sellerId,
      label: `${sellerName || sellerId} · ${format.money(price, listing.currencyCode)}`,
    })),
    ...gone.map((sellerId) => ({ sellerId, label: t('rule.exception_gone', { sellerId }) })),
  ];
  if (choices.length === 0) return <p className="hint">{t('rule.no_rivals_seen')}</p>;
  return (
    <Controller
      control={control}
      name="exceptions"
      render={({ field }) => (
        <CheckboxGroup label={t('rule.exceptions')} value={field.value} onChange={field.onChange}>
          {choices.map(({ sellerId, label }) => (
            <Checkbox key={sellerId} value={sellerId}>
              {label}
            </Checkbox>
          ))}
        </CheckboxGroup>
      )}
    />
  );
}

/** Every field of a custom rule; what is rarely used is folded away. */
export function RuleFields({ control, values, listing }: RuleFieldsProps) {
  const { t } = useTranslation();
  const { currencyCode } = listing;
  const options = (group: string, ids: readonly string[]) =>
    ids.map((value) => ({ value, label: t(`rule.${group}.${value}`) }));
  return (
    <>
      <fieldset>
        <legend>{t('rule.section.aim')}</legend>
        <RadioControl
          control={control}
          name="strategy"
          label={t('rule.strategy.label')}
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
        </div>
        {values.strategy !== 'MATCH' && (
          <div className="fields">
            <PickerControl
              control={control}
              name="adjustmentType"
              label={t('rule.adjustment.label')}
              options={options('adjustment', ['VALUE', 'PERCENTAGE'])}
            />
            {values.adjustmentType === 'VALUE' ? (
              <PriceControl
                control={control}
                name="adjustmentAmount"
                label={t('rule.adjustment.amount')}
                currency={currencyCode}
                isRequired
              />
            ) : (
              <PercentControl
                control={control}
                name="adjustmentPercent"
                label={t('rule.adjustment.percent')}
                isRequired
              />
            )}
          </div>
        )}
      </fieldset>
      <fieldset>
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
        <SwitchControl
          control={control}
          name="applyMinPriceWhenLosing"
          label={t('rule.apply_min_price_when_losing')}
        />
      </fieldset>
      <fieldset>
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
          options={options('control', ['REGAIN', 'LOSE'])}
        />
        <SwitchControl control={control} name="isActive" label={t('rule.is_active')} />
      </fieldset>
      <Disclosure isQuiet>
        <DisclosureTitle>{t('rule.section.more')}</DisclosureTitle>
        <DisclosurePanel>
          <div className="fields fields--stacked">
            <TextControl
              control={control}
              name="name"
              label={t('rule.name')}
              isRequired
              maxLength={120}
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
                options={options('comparison', ['IDENTICAL', 'SIMILAR'])}
              />
            )}
            <Exceptions control={control} values={values} listing={listing} />
            <div className="fields">
              <DateTimeControl control={control} name="startDate" label={t('rule.start_date')} />
              <DateTimeControl control={control} name="endDate" label={t('rule.end_date')} />
            </div>
          </div>
        </DisclosurePanel>
      </Disclosure>
    </>
  );
}
