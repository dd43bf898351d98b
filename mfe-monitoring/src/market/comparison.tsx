import type { ComparedMarket, Competitor } from '@primazia/backend/monitoring/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ComparisonTable } from '@primazia/kit/ui';
import { useState } from 'react';
import { SellerLink } from '../competitor/seller-link.tsx';
import { ReportedCriteria } from './reported-criteria.tsx';

/** Competitors that are beside us at first: the winner and those that come next. */
const FIRST = 3;

interface ComparisonProps {
  listing: MonitoredListing;
  market: Pick<ComparedMarket, 'own' | 'competitors'>;
}

/** Our offer by 13 criteria beside the winner and the competitors that a person chooses. */
export function Comparison({ listing, market: { own, competitors } }: ComparisonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const isShown = ({ id }: Competitor, place: number) =>
    chosen === null ? place < FIRST : chosen.has(id);
  const shown = competitors.filter(isShown);
  const toggle = (id: string) => {
    const next = new Set(shown.map((one) => one.id));
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <section className="market-card" aria-labelledby="comparison-title">
      <h2 id="comparison-title">{t('market.comparison')}</h2>
      {competitors.length > 1 && (
        <fieldset className="market-choice">
          <legend>{t('market.compare_with')}</legend>
          {competitors.map((one, place) => (
            <label key={one.id}>
              <input
                type="checkbox"
                checked={isShown(one, place)}
                onChange={() => toggle(one.id)}
              />
              {one.sellerName || t('kit:seller.unnamed')} ·{' '}
              {format.money(one.price, listing.currencyCode)}
            </label>
          ))}
        </fieldset>
      )}
      <ComparisonTable
        market={{ own, competitors: shown }}
        currencyCode={listing.currencyCode}
        countryCode={listing.countryCode}
        isWhole
        about={(one) => <SellerLink {...one} name={t('overview.profile')} />}
      />
      <ReportedCriteria />
    </section>
  );
}
