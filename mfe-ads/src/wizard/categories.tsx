import type { DraftCategory } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { NumberControl, PriceControl, SwitchControl, TextControl } from '@primazia/kit/form';
import { ActionButton, AddIcon, Text } from '@primazia/kit/ui';
import { useFieldArray } from 'react-hook-form';
import { type ListProps, Remove } from './lists.tsx';

const NEW: DraftCategory = {
  categoryId: '',
  brandId: null,
  priceFrom: null,
  priceTo: null,
  ratingFrom: null,
  ratingTo: null,
  fastShippingOnly: false,
  bid: null,
};

/** Categories, each refined by price, rating and shipping. */
export function Categories({ base, control, currency }: ListProps) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: `${base}.categories` });
  return (
    <div className="wizard__list">
      {fields.map(({ id, categoryId }, at) => {
        const name = `${base}.categories.${at}` as const;
        return (
          <div key={id} className="wizard__row">
            <TextControl
              control={control}
              name={`${name}.categoryId`}
              label={t('wizard.category')}
              isRequired
            />
            <PriceControl
              control={control}
              name={`${name}.priceFrom`}
              label={t('wizard.price_from')}
              currency={currency}
            />
            <PriceControl
              control={control}
              name={`${name}.priceTo`}
              label={t('wizard.price_to')}
              currency={currency}
            />
            <NumberControl
              control={control}
              name={`${name}.ratingFrom`}
              label={t('wizard.rating_from')}
            />
            <NumberControl
              control={control}
              name={`${name}.ratingTo`}
              label={t('wizard.rating_to')}
            />
            <SwitchControl
              control={control}
              name={`${name}.fastShippingOnly`}
              label={t('wizard.fast_shipping')}
            />
            <PriceControl
              control={control}
              name={`${name}.bid`}
              label={t('wizard.own_bid')}
              currency={currency}
            />
            <Remove
              name={categoryId || t('wizard.category_number', { number: at + 1 })}
              onPress={() => remove(at)}
            />
          </div>
        );
      })}
      <div>
        <ActionButton onPress={() => append(NEW)}>
          <AddIcon />
          <Text>{t('wizard.add_category')}</Text>
        </ActionButton>
      </div>
    </div>
  );
}
