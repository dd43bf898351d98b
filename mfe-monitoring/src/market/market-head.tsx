import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { AdCell, Ago, BuyboxTag } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { Tips } from '../buybox/tips.tsx';
import { WinnerLink } from '../competitor/winner-link.tsx';

/** The listing's market now, each figure with what it follows from. */
export function MarketHead({ listing }: { listing: MonitoredListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currencyCode, rule, position, rivals, buyboxSince, marketObservedAt } = listing;
  const money = (amount: number | null) => format.money(amount, currencyCode);
  const share = (percent: number | null) => format.percent(percent === null ? null : percent / 100);
  const facts: [label: string, value: ReactNode][] = [
    [t('list.price'), money(listing.price)],
    [
      t('buybox.status'),
      <>
        <BuyboxTag status={listing.buyboxStatus} marketplaceId={listing.marketplaceId} />
        {buyboxSince !== null && ` ${t('buybox.for', { age: format.age(buyboxSince) })}`}
      </>,
    ],
    [t('buybox.winner'), <WinnerLink key="winner" listing={listing} />],
    [t('buybox.winner_price'), money(listing.winnerPrice)],
    [t('list.best_competitor'), money(listing.bestRivalPrice)],
    [t('buybox.price_to_win'), money(listing.priceToWin)],
    [
      t('buybox.gap'),
      listing.gap === null ? MISSING : format.signedMoney(listing.gap, currencyCode),
    ],
    [t('buybox.contribution_to_win'), money(listing.contributionToWin)],
    [
      t('buybox.position'),
      position === null
        ? MISSING
        : t('buybox.position_of', { position, of: Math.max(position, rivals + 1) }),
    ],
    [
      t('market.limits'),
      rule === null ? MISSING : `${money(rule.minPrice)} – ${money(rule.maxPrice)}`,
    ],
    [t('list.highest_price'), money(listing.highestPrice)],
    [
      t('market.held'),
      `${share(listing.shareDay)} · ${share(listing.shareWeek)} · ${share(listing.shareMonth)}`,
    ],
    [
      t('list.observed'),
      marketObservedAt === null ? MISSING : <Ago key="age" at={marketObservedAt} />,
    ],
    [t('buybox.tips'), <Tips key="tips" listing={listing} isWhole />],
  ];
  return (
    <div className="market-card">
      <AdCell listing={listing} />
      <dl className="market-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="market-hint">
        {marketObservedAt !== null && (
          <>
            {t('market.source', { marketplace: format.marketplace(listing.marketplaceId) })}{' '}
            <Ago at={marketObservedAt} /> ·{' '}
          </>
        )}
        {t('market.other_sources')}
      </p>
    </div>
  );
}
