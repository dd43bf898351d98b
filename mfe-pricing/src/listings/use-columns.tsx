import { BUYBOX_STATUSES } from '@primazia/backend/kernel/market';
import { type PricedListing, Strategy } from '@primazia/backend/pricing/contract';
import { type Column, type Format, MISSING, useFormat, useTranslation } from '@primazia/kit';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AdOfList } from '../ad/ad-dialogs.tsx';
import { BuyboxCell } from '../competitors/buybox-cell.tsx';
import { marginAt } from '../costs/margin.ts';
import { accountColumn, type Texts, TwoLines, wordsOf } from '../list/columns.tsx';
import { MarketAge } from '../market/market-age.tsx';
import { RuleButton } from '../strategy/rule-button.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';
import { LimitsCell, MinimumCell } from './limits-cell.tsx';
import { useNextLook } from './next-looks.tsx';

/** When the market of an ad was seen, and is seen next; the times go by without the columns. */
function MarketAgeCell({ listing: { id, marketObservedAt } }: { listing: PricedListing }) {
  return <MarketAge observedAt={marketObservedAt} expectedNextLook={useNextLook(id)} />;
}

/** What stands in the list until somebody chooses otherwise. */
function columnsFromTheStart(t: Texts, format: Format): Column<PricedListing>[] {
  return [
    {
      id: 'title',
      header: t('pricing.ad'),
      orderBy: 'title',
      width: 316,
      cell: (listing) => <AdOfList listing={listing} />,
    },
    {
      id: 'price',
      header: t('pricing.price'),
      orderBy: 'price',
      numeric: true,
      cell: ({ price, currencyCode }) => format.money(price, currencyCode),
    },
    {
      id: 'buyboxStatus',
      header: t('pricing.buybox_status'),
      help: 'buybox',
      sheet: [
        {
          field: 'buyboxStatus',
          words: wordsOf(BUYBOX_STATUSES, (value) => t(`kit:buybox.${value}`)),
        },
      ],
      cell: (listing) => <BuyboxCell listing={listing} />,
    },
    {
      id: 'bestRivalPrice',
      header: t('pricing.best_rival'),
      help: 'best_rival',
      orderBy: 'bestRivalPrice',
      numeric: true,
      cell: ({ rivals, bestRivalPrice, currencyCode }) => (
        <TwoLines small={t('pricing.rivals', { count: rivals })}>
          {format.money(bestRivalPrice, currencyCode)}
        </TwoLines>
      ),
    },
    {
      id: 'rule',
      header: t('pricing.rule'),
      help: 'rule',
      sheet: [{ field: 'ruleName' }],
      cell: (listing) => <RuleButton listing={listing} />,
    },
    {
      id: 'limits',
      header: t('pricing.limits'),
      help: 'limits',
      orderBy: 'minPrice',
      numeric: true,
      sheet: [
        { field: 'minPrice', label: t('listings.min_amount') },
        { field: 'maxPrice', label: t('rule.max_price') },
      ],
      cell: (listing) => <LimitsCell listing={listing} />,
    },
    {
      id: 'lastUpdate',
      header: t('pricing.last_update'),
      help: 'price_update',
      sheet: [{ field: 'lastUpdatePrice' }],
      cell: ({ waitingUpdate, lastUpdate, currencyCode, id }) => {
        const update = waitingUpdate ?? lastUpdate;
        if (update === null) return MISSING;
        return (
          <span className="two-lines">
            <UpdateStateTag state={update.state} />
            <Link
              className="two-lines__small"
              to="/historico-de-precos/$listingId"
              params={{ listingId: id }}
            >
              {format.money(update.newPrice, currencyCode)}
            </Link>
          </span>
        );
      },
    },
  ];
}

/** What is shown to those who ask for it. */
function columnsOnDemand(t: Texts, format: Format): Column<PricedListing>[] {
  return [
    {
      id: 'marketObservedAt',
      header: t('pricing.market_age'),
      help: 'market_age',
      orderBy: 'marketObservedAt',
      cell: (listing) => <MarketAgeCell listing={listing} />,
    },
    {
      id: 'winner',
      header: t('listings.winner'),
      sheet: [{ field: 'winnerName' }, { field: 'winnerPrice', label: t('listings.winner_price') }],
      cell: ({ winnerName, winnerPrice, currencyCode }) =>
        winnerName === null ? (
          MISSING
        ) : (
          <TwoLines small={format.money(winnerPrice, currencyCode)}>{winnerName}</TwoLines>
        ),
    },
    {
      id: 'strategy',
      header: t('rule.strategy.label'),
      help: 'strategy',
      sheet: [
        {
          field: 'strategy',
          words: wordsOf(Strategy.options, (value) => t(`rule.strategy.${value}`)),
        },
      ],
      cell: ({ rule }) => {
        if (rule === null) return MISSING;
        const isAds = rule.competition === 'ACOS' || rule.competition === 'ROAS';
        return isAds ? t(`rule.looks_at.${rule.competition}`) : t(`rule.strategy.${rule.strategy}`);
      },
    },
    {
      id: 'minPrice',
      header: t('listings.minimum'),
      help: 'minimum',
      numeric: true,
      sheet: [],
      cell: (listing) => <MinimumCell listing={listing} />,
    },
    {
      id: 'maxPrice',
      header: t('listings.maximum'),
      help: 'maximum',
      orderBy: 'maxPrice',
      numeric: true,
      sheet: [],
      cell: ({ rule, currencyCode }) => format.money(rule?.maxPrice ?? null, currencyCode),
    },
    {
      id: 'margin',
      header: t('costs.margin'),
      help: 'margin',
      numeric: true,
      cell: ({ price, costs }) =>
        costs === null ? MISSING : format.percent(marginAt(price, costs)?.share),
    },
    {
      id: 'cost',
      header: t('listings.cost'),
      numeric: true,
      cell: ({ costs, currencyCode }) => format.money(costs?.cost ?? null, currencyCode),
    },
    {
      id: 'stock',
      header: t('pricing.stock'),
      orderBy: 'stock',
      numeric: true,
      cell: ({ stock }) => format.integer(stock),
    },
    {
      id: 'sku',
      header: 'SKU',
      orderBy: 'sku',
      cell: ({ sku }) => sku ?? MISSING,
    },
    {
      id: 'skuMarketplace',
      header: t('listings.code'),
      cell: ({ skuMarketplace }) => skuMarketplace,
    },
    accountColumn(t),
    {
      id: 'shippingPrice',
      header: t('listings.shipping'),
      numeric: true,
      cell: ({ shippingPrice, currencyCode }) => format.money(shippingPrice, currencyCode),
    },
  ];
}

/** The columns of the ads; the very same ones for as long as the language stays, so that rows are drawn once. */
export function useColumns(): Column<PricedListing>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      ...columnsFromTheStart(t, format),
      ...columnsOnDemand(t, format).map((column) => ({ ...column, hidden: true })),
    ],
    [t, format],
  );
}
