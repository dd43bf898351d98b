// The lists of monitoring: listings with their market, and with what their rule and costs say of it.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Instant } from '../../kernel/id.ts';
import { type ListField, listFields } from '../../kernel/list-schema.ts';
import { Amount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { RankingStatus, Tip } from '../../monitoring/contract.ts';
import { date, decimal, money, select, text, whole, yesNo } from './list-fields.ts';
import { LISTING_FIELDS, ListingQuery, ListingTab, PricedListing } from './listings.ts';

/** What monitoring adds to the fields of listings. */
export const MARKET_FIELDS = listFields({
  /** The listing's own price that would win, where the marketplace reports it. */
  priceToWin: money,
  /** How far the price is above the winner's, of a listing that loses: in money, and in percent of the winner's. */
  gap: money,
  gapPercent: decimal,
  /** Whether the price that would win keeps what the rule, else the cost, asks for; of a listing that loses. */
  isWinnable: yesNo,
  /** What one unit would leave at the price that would win. */
  contributionToWin: money,
  rankingStatus: select(RankingStatus.options),
  /** Competitors watched by their links, those of them that are paused, out of stock or not readable, and their lowest price. */
  watched: whole,
  watchedAway: whole,
  watchedPrice: money,
  winnerSellerId: text,
  /** Since when the listing wins, shares or loses the buybox, or does not compete. */
  buyboxSince: date,
  /** Percent of the time that was seen in which it held the buybox: 24 hours, 7 and 30 days; shared time counts by half. */
  shareDay: decimal,
  shareWeek: decimal,
  shareMonth: decimal,
});
export type MarketField = keyof typeof MARKET_FIELDS;

/** Hours of the week, Monday first: `1-0` is Monday from midnight to one. */
export const WEEK_HOURS = Array.from(
  { length: 7 * 24 },
  (_, hour) => `${Math.floor(hour / 24) + 1}-${hour % 24}`,
);

/** What lists of monitoring are filtered by, and rows do not show. */
export const LOSS_FIELDS = listFields({
  /** In which hours of the week, in its account's time zone, it lost the buybox in the days of the charts. */
  lostHour: { ...select(WEEK_HOURS), isUnordered: true },
});

const OF_LISTINGS = [
  'id',
  'title',
  'sku',
  'skuMarketplace',
  'catalogProductId',
  'marketplaceId',
  'accountId',
  'accountName',
  'status',
  'fulfillment',
  'stock',
  'price',
  'buyboxStatus',
  'marketObservedAt',
  'winnerName',
  'winnerPrice',
  'bestRivalPrice',
  'rivals',
  'ruleStatus',
  'minPrice',
  'maxPrice',
  'margin',
] as const;
export type BuyboxField = (typeof OF_LISTINGS)[number] | MarketField | keyof typeof LOSS_FIELDS;

/** The lists of monitoring. */
export const BUYBOX_FIELDS: Readonly<Record<BuyboxField, ListField>> = {
  ...(Object.fromEntries(OF_LISTINGS.map((name) => [name, LISTING_FIELDS[name]])) as Record<
    (typeof OF_LISTINGS)[number],
    ListField
  >),
  ...MARKET_FIELDS,
  ...LOSS_FIELDS,
};

/** What a row shows of monitoring's own fields as they are. */
export const MarketValues = z.object({
  priceToWin: Amount.nullable(),
  /** Below zero: the winner asks more. */
  gap: z.number().nullable(),
  gapPercent: z.number().nullable(),
  /** Null: the listing does not lose, or it is not known. */
  isWinnable: z.boolean().nullable(),
  contributionToWin: z.number().nullable(),
  rankingStatus: RankingStatus,
  watched: z.int(),
  watchedAway: z.int(),
  watchedPrice: Amount.nullable(),
  winnerSellerId: z.string().nullable(),
  /** Null: it is not known since when. */
  buyboxSince: Instant.nullable(),
  /** Null: nothing was seen in that time. */
  shareDay: z.number().nullable(),
  shareWeek: z.number().nullable(),
  shareMonth: z.number().nullable(),
} satisfies Record<MarketField, z.ZodType>);
export type MarketValues = z.infer<typeof MarketValues>;

/** A listing with its market: the row of monitoring. */
export const MonitoredListing = z.object({
  ...PricedListing.shape,
  ...MarketValues.shape,
  /** Among the offers as the marketplace ranks them; null: it was not seen there. */
  position: z.int().min(1).nullable(),
  /** Of the winner; null: no seller wins, or it is not reported. */
  winnerFulfillment: z.boolean().nullable(),
  winnerReputationLevel: z.int().min(1).max(5).nullable(),
  /** The marketplace's own word for why the listing does not compete. */
  reason: z.string().nullable(),
  /** What keeps it from the buybox, the most telling first. */
  tips: z.array(Tip),
  /** The highest own price of the last 14 days; null: none was seen. */
  highestPrice: Amount.nullable(),
});
export type MonitoredListing = z.infer<typeof MonitoredListing>;

export const queryBuybox = endpoint({
  method: 'post',
  path: '/v1/buybox/query',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary:
    'Lists listings with their buybox, competitors and what it takes to win, and a count for each tab',
  query: ListingQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(MonitoredListing).extend({
    counts: z.record(ListingTab, z.int()),
    /** The numbers are estimates; exact ones are being counted, and come with the next answer. */
    isEstimate: z.boolean(),
  }),
});

export const exportBuybox = download({
  method: 'post',
  path: '/v1/buybox/export',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary: 'Exports all matching listings with their buybox (CSV)',
  query: ListingQuery,
  body: ExportBody,
  type: 'text/csv',
});
