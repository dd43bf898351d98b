import type { ComparedOffer, Criterion } from '@primazia/backend/monitoring/contract';
import { MISSING, useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { Rate, Reputation } from './marks.tsx';
import { sayHours } from './shipping-time.ts';
import { useTypeName } from './use-type-name.ts';

/** Whether the marketplace reports an offer's value in a criterion. */
export function isKnown(criterion: Criterion, offer: ComparedOffer): boolean {
  if (criterion === 'shippingTime') return offer.shippingTimeHours !== null;
  if (criterion === 'reputation') return offer.reputationLevel !== null;
  if (criterion === 'shippingPrice' || criterion === 'totalPrice') return offer.shippingReported;
  return offer[criterion] !== null;
}

interface CriterionValueProps {
  criterion: Criterion;
  offer: ComparedOffer;
  currencyCode: string;
}

/** What an offer has in one criterion. */
export function CriterionValue({ criterion, offer, currencyCode }: CriterionValueProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const typeName = useTypeName();
  if (!isKnown(criterion, offer))
    return <span className="pz-two-lines-small">{t('comparison.untold')}</span>;
  switch (criterion) {
    case 'price':
    case 'totalPrice':
      return format.money(offer[criterion], currencyCode);
    case 'shippingPrice':
      return offer.shippingPrice === 0
        ? t('comparison.free_shipping')
        : format.money(offer.shippingPrice, currencyCode);
    case 'shippingTime':
      return sayHours(t, offer.shippingTimeHours ?? 0);
    case 'reputation':
      return <Reputation level={offer.reputationLevel ?? 1} reported={offer.reputation} />;
    case 'listingTypeId':
      return typeName(offer.listingTypeId);
    case 'rate':
      return offer.rate === null ? MISSING : <Rate rate={offer.rate} />;
    default:
      return t(offer[criterion] ? 'comparison.yes' : 'comparison.no');
  }
}
