import { REGIONS } from '@primazia/backend/catalog/contract';
import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { useTranslation } from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import { MarketplaceMark } from '@primazia/kit/ui';
import { useCountryName } from '../marketplace/country.ts';

interface FieldProps {
  value: string | null;
  onChange: (value: string) => void;
}

/** The marketplaces; unavailable ones are listed too, with a note. */
export function MarketplaceField({
  choices,
  value,
  onChange,
}: FieldProps & { choices: readonly MarketplaceChoice[] }) {
  const { t } = useTranslation();
  return (
    <RadioGroup label={t('connect.marketplace')} value={value} onChange={onChange} isRequired>
      {choices.map(({ id, slug, name, offer }) => (
        <Radio key={slug} value={slug} isDisabled={offer !== 'offered'}>
          <span className="connect__choice">
            <MarketplaceMark id={id} />
            {name}
            {offer !== 'offered' && <small>{t(`connect.offer.${offer}`)}</small>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** Where the account sells; regions that the marketplace or the product does not support have a note. */
export function RegionField({
  choice,
  value,
  onChange,
}: FieldProps & { choice: MarketplaceChoice }) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  return (
    <RadioGroup label={t('connect.region')} value={value} onChange={onChange} isRequired>
      {REGIONS.map((code) => {
        const isOffered = choice.countries.includes(code);
        return (
          <Radio key={code} value={code} isDisabled={!isOffered}>
            <span className="connect__choice">
              {countryName(code)}
              {!isOffered && <small>{t('connect.no_region', { marketplace: choice.name })}</small>}
            </span>
          </Radio>
        );
      })}
    </RadioGroup>
  );
}
