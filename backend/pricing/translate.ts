// Between what travels (decimal amounts, dates as people write them), what is stored, and what the engine reads.
// Pure: rows and bodies in, values out.
import * as z from 'zod';
import type { Market } from '../kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull, toMinor, toMinorOrNull } from '../kernel/money.ts';
import type { MarketBody } from '../monitoring/contract.ts';
import {
  ExplanationLine,
  lastMomentOf,
  type PreviewListing,
  Rival,
  type RuleBody,
  RuleOrigin,
  RuleStatus,
  Rule as RuleWire,
} from './contract.ts';
import type { Adjustment, Line, ListingFacts, Rule } from './terms.ts';

/**
 * The instant at which a rule begins to hold. A plain day counts from its first moment in UTC, the clock by
 * which every date of the product is kept.
 */
export const startOf = (date: string | null): Date | null =>
  date === null ? null : new Date(date);

/** The last instant at which a rule holds. */
export const endOf = (date: string | null): Date | null =>
  date === null ? null : lastMomentOf(date);

/**
 * What `rule.settings` holds: all of a rule but its status and limits, which are columns. Money is in minor units;
 * dates stay as the person wrote them, so that a day comes back as a day.
 */
export const RuleSettings = RuleWire.omit({
  id: true,
  name: true,
  origin: true,
  version: true,
  listingIds: true,
  createdAt: true,
  updatedAt: true,
  status: true,
  minPrice: true,
  maxPrice: true,
  adjustment: true,
}).extend({
  adjustment: z.discriminatedUnion('type', [
    z.object({ type: z.literal('VALUE'), amount: z.int().min(0) }),
    z.object({ type: z.literal('PERCENTAGE'), percent: z.number().min(0).max(100) }),
  ]),
});
export type RuleSettings = z.infer<typeof RuleSettings>;

/** A rule as it is stored: its columns, and its settings as they came out of the database. */
export interface StoredRule {
  id: number;
  name: string;
  origin: string;
  version: number;
  status: string;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: object;
  created_at: Date;
  updated_at: Date;
}

const adjustmentIn = (adjustment: RuleBody['adjustment']): Adjustment =>
  adjustment.type === 'VALUE'
    ? { type: 'VALUE', amount: toMinor(adjustment.amount) }
    : { type: 'PERCENTAGE', percent: adjustment.amount };

const adjustmentOut = (adjustment: Adjustment): RuleBody['adjustment'] =>
  adjustment.type === 'VALUE'
    ? { type: 'VALUE', amount: toAmount(adjustment.amount) }
    : { type: 'PERCENTAGE', amount: adjustment.percent };

/** The columns of a rule that a person saves. */
export const toStoredRule = (
  body: RuleBody,
): {
  status: RuleStatus;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: RuleSettings;
} => ({
  status: body.status,
  min_price: toMinorOrNull(body.minPrice),
  max_price: toMinorOrNull(body.maxPrice),
  // Parsed, so that nothing but settings is kept of a body that carries more.
  settings: RuleSettings.parse({ ...body, adjustment: adjustmentIn(body.adjustment) }),
});

/** What the columns of a rule say, as a person saves it: the opposite of `toStoredRule`. */
export const toBody = ({
  status,
  min_price,
  max_price,
  settings,
}: ReturnType<typeof toStoredRule>): RuleBody => ({
  ...settings,
  adjustment: adjustmentOut(settings.adjustment),
  status,
  minPrice: toAmountOrNull(min_price),
  maxPrice: toAmountOrNull(max_price),
});

/** What the engine reads of a rule. */
function toEngine(
  settings: RuleSettings,
  status: RuleStatus,
  minPrice: Minor | null,
  maxPrice: Minor | null,
): Rule {
  return {
    competition: settings.competition,
    strategy: settings.strategy,
    baseOn: settings.baseOn,
    adjustment: settings.adjustment,
    comparison: settings.comparison,
    minPrice,
    maxPrice,
    minimumBy: settings.minimumBy,
    minimumPercent: settings.minimumPercent,
    safeMargin: settings.safeMargin,
    acosLimit: settings.acosLimit,
    roasLimit: settings.roasLimit,
    requiresApproval: settings.requiresApproval,
    control: settings.control,
    applyMinPriceWhenLosing: settings.applyMinPriceWhenLosing,
    considerShippingPrice: settings.considerShippingPrice,
    allMarketplaces: settings.allMarketplaces,
    marketplaceId: settings.marketplaceId,
    buyboxExceptions: settings.buyboxExceptions,
    outsideBuyboxExceptions: settings.outsideBuyboxExceptions,
    startDate: startOf(settings.startDate),
    endDate: endOf(settings.endDate),
    status,
    warGuard: settings.warGuard,
  };
}

/** A rule that came in a body, for the engine. */
export function toRule(body: RuleBody): Rule {
  const stored = toStoredRule(body);
  return toEngine(stored.settings, stored.status, stored.min_price, stored.max_price);
}

/** A rule out of the database, for the engine. */
export const fromStoredRule = (row: StoredRule): Rule =>
  toEngine(
    RuleSettings.parse(row.settings),
    RuleStatus.parse(row.status),
    row.min_price,
    row.max_price,
  );

/** A rule out of the database, for an answer. */
export function toRuleAnswer(row: StoredRule, listingIds: number[]): RuleWire {
  const settings = RuleSettings.parse(row.settings);
  return {
    ...settings,
    adjustment: adjustmentOut(settings.adjustment),
    id: row.id,
    name: row.name,
    origin: RuleOrigin.parse(row.origin),
    version: row.version,
    status: RuleStatus.parse(row.status),
    minPrice: toAmountOrNull(row.min_price),
    maxPrice: toAmountOrNull(row.max_price),
    listingIds,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** An ad as a preview tells it, for the engine. */
export const toFacts = (listing: z.infer<typeof PreviewListing>): ListingFacts => ({
  price: toMinor(listing.price),
  shippingPrice: toMinor(listing.shippingPrice),
  currencyCode: listing.currencyCode,
  marketplaceId: listing.marketplaceId,
  status: listing.status,
  stock: listing.stock,
  promotionStatus: listing.promotionStatus,
  condition: listing.condition,
  lastSetPrice: toMinorOrNull(listing.lastSetPrice),
  costs: listing.costs && {
    cost: toMinor(listing.costs.cost),
    taxPercent: listing.costs.taxPercent,
    feePercent: listing.costs.feePercent,
    feeFixed: toMinor(listing.costs.feeFixed),
  },
  acos: listing.acos,
  roas: listing.roas,
});

/** A market as a preview tells it, for the engine. */
export const toMarket = (body: MarketBody): Market => ({
  observedAt: new Date(body.observedAt),
  buybox: { ...body.buybox, priceToWin: toMinorOrNull(body.buybox.priceToWin) },
  offers: body.offers.map((offer) => ({
    ...offer,
    offerId: null,
    price: toMinor(offer.price),
    shippingPrice: toMinor(offer.shippingPrice),
  })),
});

/** What `price_update.rival` holds of the offer that a price was set against, in minor units. */
export const StoredRival = Rival.extend({
  price: z.int().min(0),
  shippingPrice: z.int().min(0),
});
export type StoredRival = z.infer<typeof StoredRival>;

/** What `price_update.explanation` holds: lines without their words, which depend on who reads. */
export const StoredExplanation: z.ZodType<Line[]> = z.array(ExplanationLine.omit({ text: true }));

export const toStoredRival = (rival: StoredRival | null): StoredRival | null =>
  rival === null ? null : StoredRival.parse(rival);

export const toRivalAnswer = (rival: StoredRival | null): z.infer<typeof Rival> | null =>
  rival === null
    ? null
    : {
        sellerId: rival.sellerId,
        sellerName: rival.sellerName,
        marketplaceId: rival.marketplaceId,
        price: toAmount(rival.price),
        shippingPrice: toAmount(rival.shippingPrice),
      };
