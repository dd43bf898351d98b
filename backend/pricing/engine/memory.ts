// What the engine remembers of one listing: as it is stored, and as it travels with a preview.
import * as z from 'zod';
import type { Market } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { toAmount, toAmountOrNull, toMinor, toMinorOrNull } from '../../kernel/money.ts';
import type { MemoryBody } from '../contract.ts';
import { type Memory, OURSELVES } from './types.ts';

/** Nothing is known yet. */
export const NOTHING: Memory = {
  highestWon: null,
  lowestLost: null,
  lowestLostAt: null,
  toldWrong: false,
  against: null,
  lostTo: null,
  seenAt: null,
  seenPrice: null,
  toldPrice: null,
  undercuts: [],
  priceBeforeWar: null,
  ownPrice: null,
  rivalPrice: null,
  war: null,
  ratios: null,
  holding: null,
  unwinnable: null,
  nightRise: null,
  priceBeforeAds: null,
  adsMove: null,
  insideSince: null,
};

const Price = z.int().min(1);
const Moment = z.coerce.date();

/** As it is stored: what is not known is left out. */
const Stored = z.object({
  highestWon: Price.nullable().default(null),
  lowestLost: Price.nullable().default(null),
  lowestLostAt: Moment.nullable().default(null),
  toldWrong: z.boolean().default(false),
  against: z
    .array(z.object({ sellerId: z.string(), marketplaceId: MarketplaceId, price: z.int().min(0) }))
    .nullable()
    .default(null),
  lostTo: z.string().nullable().default(null),
  seenAt: Moment.nullable().default(null),
  seenPrice: Price.nullable().default(null),
  toldPrice: Price.nullable().default(null),
  undercuts: z.array(z.object({ at: Moment, by: z.string(), price: z.int().min(0) })).default([]),
  priceBeforeWar: Price.nullable().default(null),
  ownPrice: Price.nullable().default(null),
  rivalPrice: z.int().min(0).nullable().default(null),
  war: z
    .object({
      by: z.string(),
      restsFrom: Moment,
      wayUp: z.object({ at: Moment, rivalPrice: z.int().min(0), isOver: z.boolean() }).nullable(),
    })
    .nullable()
    .default(null),
  ratios: z
    .array(
      z.object({
        sellerId: z.string(),
        won: z.object({ ours: Price, theirs: Price }).nullable(),
        lost: z.object({ ours: Price, theirs: Price, at: Moment }).nullable(),
      }),
    )
    .nullable()
    .default(null),
  holding: z
    .object({
      held: Price.nullable(),
      price: Price,
      since: Moment.nullable(),
      reductions: z.int().min(0),
    })
    .nullable()
    .default(null),
  unwinnable: z
    .object({ since: Moment, times: z.int().min(1) })
    .nullable()
    .default(null),
  nightRise: z
    .object({
      nextAt: Moment,
      underway: z.object({ until: Moment, price: Price, rivalPrice: z.int().min(0) }).nullable(),
      latest: z.object({ from: z.int().min(0), to: z.int().min(0) }).nullable(),
      failures: z.int().min(0),
    })
    .nullable()
    .default(null),
  priceBeforeAds: Price.nullable().default(null),
  adsMove: z.object({ at: Moment, from: Price, to: Price }).nullable().default(null),
  insideSince: Moment.nullable().default(null),
});

const isKnown = (value: unknown): boolean => value !== null && value !== false;

/** A memory as JSON keeps it: minor units, and only what is known. */
export function toStoredMemory({ undercuts, ...rest }: Memory): object {
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => isKnown(value)));
  return undercuts.length === 0 ? known : { ...known, undercuts };
}

/** What was stored; null: nothing, or nothing that can be understood. A rule then begins without knowing anything. */
export function fromStoredMemory(json: unknown): Memory | null {
  if (json === null || json === undefined) return null;
  const read = Stored.safeParse(json);
  return read.success ? read.data : null;
}

const instant = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

/**
 * Whose undercut it was, as the engine names them: `us`, or a seller. A caller may name us by our own id, or by any
 * word that is no competitor's id.
 */
function whose(by: string, names: ReadonlySet<string>, market: Market | null): string {
  if (market === null || by === OURSELVES) return by;
  const isCompetitor = market.offers.some((offer) => offer.sellerId === by && !offer.isOwn);
  const isOwn = market.offers.some((offer) => offer.sellerId === by && offer.isOwn);
  return isOwn || (!isCompetitor && !names.has(OURSELVES)) ? OURSELVES : by;
}

/**
 * The engine's memory from a preview's body.
 * @param market the market to decide on
 */
export function toMemory(body: MemoryBody, market: Market | null): Memory {
  const { against, war, ratios, holding, unwinnable, nightRise, adsMove } = body;
  const undercuts = body.undercuts ?? [];
  const names = new Set(undercuts.map(({ by }) => by));
  return {
    highestWon: toMinorOrNull(body.highestWon ?? null),
    lowestLost: toMinorOrNull(body.lowestLost ?? null),
    lowestLostAt: instant(body.lowestLostAt),
    toldWrong: body.toldWrong ?? false,
    against: against?.map((each) => ({ ...each, price: toMinor(each.price) })) ?? null,
    lostTo: body.lostTo ?? null,
    seenAt: instant(body.seenAt),
    seenPrice: toMinorOrNull(body.seenPrice ?? null),
    toldPrice: toMinorOrNull(body.toldPrice ?? null),
    undercuts: undercuts
      .map(({ at, by, price }) => ({
        at: new Date(at),
        by: whose(by, names, market),
        price: toMinor(price),
      }))
      .sort((one, other) => one.at.getTime() - other.at.getTime()),
    priceBeforeWar: toMinorOrNull(body.priceBeforeWar ?? null),
    ownPrice: toMinorOrNull(body.ownPrice ?? null),
    rivalPrice: toMinorOrNull(body.rivalPrice ?? null),
    war: war
      ? {
          by: war.by,
          restsFrom: new Date(war.restsFrom),
          wayUp: war.wayUp && {
            at: new Date(war.wayUp.at),
            rivalPrice: toMinor(war.wayUp.rivalPrice),
            isOver: war.wayUp.isOver,
          },
        }
      : null,
    ratios:
      ratios?.map(({ sellerId, won, lost }) => ({
        sellerId,
        won: won && { ours: toMinor(won.ours), theirs: toMinor(won.theirs) },
        lost: lost && {
          ours: toMinor(lost.ours),
          theirs: toMinor(lost.theirs),
          at: new Date(lost.at),
        },
      })) ?? null,
    holding: holding
      ? {
          held: toMinorOrNull(holding.held),
          price: toMinor(holding.price),
          since: instant(holding.since),
          reductions: holding.reductions,
        }
      : null,
    unwinnable: unwinnable ? { since: new Date(unwinnable.since), times: unwinnable.times } : null,
    nightRise: nightRise
      ? {
          nextAt: new Date(nightRise.nextAt),
          underway: nightRise.underway && {
            until: new Date(nightRise.underway.until),
            price: toMinor(nightRise.underway.price),
            rivalPrice: toMinor(nightRise.underway.rivalPrice),
          },
          latest: nightRise.latest && {
            from: toMinor(nightRise.latest.from),
            to: toMinor(nightRise.latest.to),
          },
          failures: nightRise.failures,
        }
      : null,
    priceBeforeAds: toMinorOrNull(body.priceBeforeAds ?? null),
    adsMove: adsMove
      ? { at: new Date(adsMove.at), from: toMinor(adsMove.from), to: toMinor(adsMove.to) }
      : null,
    insideSince: instant(body.insideSince),
  };
}

/** A memory of the engine, for an answer. */
export function toMemoryAnswer(memory: Memory): MemoryBody {
  const { war, ratios, holding, unwinnable, nightRise, adsMove } = memory;
  return {
    highestWon: toAmountOrNull(memory.highestWon),
    lowestLost: toAmountOrNull(memory.lowestLost),
    lowestLostAt: memory.lowestLostAt?.toISOString() ?? null,
    toldWrong: memory.toldWrong,
    against: memory.against?.map((each) => ({ ...each, price: toAmount(each.price) })) ?? null,
    lostTo: memory.lostTo,
    seenAt: memory.seenAt?.toISOString() ?? null,
    seenPrice: toAmountOrNull(memory.seenPrice),
    toldPrice: toAmountOrNull(memory.toldPrice),
    undercuts: memory.undercuts.map(({ at, by, price }) => ({
      at: at.toISOString(),
      by,
      price: toAmount(price),
    })),
    priceBeforeWar: toAmountOrNull(memory.priceBeforeWar),
    ownPrice: toAmountOrNull(memory.ownPrice),
    rivalPrice: toAmountOrNull(memory.rivalPrice),
    war: war && {
      by: war.by,
      restsFrom: war.restsFrom.toISOString(),
      wayUp: war.wayUp && {
        at: war.wayUp.at.toISOString(),
        rivalPrice: toAmount(war.wayUp.rivalPrice),
        isOver: war.wayUp.isOver,
      },
    },
    ratios:
      ratios?.map(({ sellerId, won, lost }) => ({
        sellerId,
        won: won && { ours: toAmount(won.ours), theirs: toAmount(won.theirs) },
        lost: lost && {
          ours: toAmount(lost.ours),
          theirs: toAmount(lost.theirs),
          at: lost.at.toISOString(),
        },
      })) ?? null,
    holding: holding && {
      held: toAmountOrNull(holding.held),
      price: toAmount(holding.price),
      since: holding.since?.toISOString() ?? null,
      reductions: holding.reductions,
    },
    unwinnable: unwinnable && {
      since: unwinnable.since.toISOString(),
      times: unwinnable.times,
    },
    nightRise: nightRise && {
      nextAt: nightRise.nextAt.toISOString(),
      underway: nightRise.underway && {
        until: nightRise.underway.until.toISOString(),
        price: toAmount(nightRise.underway.price),
        rivalPrice: toAmount(nightRise.underway.rivalPrice),
      },
      latest: nightRise.latest && {
        from: toAmount(nightRise.latest.from),
        to: toAmount(nightRise.latest.to),
      },
      failures: nightRise.failures,
    },
    priceBeforeAds: toAmountOrNull(memory.priceBeforeAds),
    adsMove: adsMove && {
      at: adsMove.at.toISOString(),
      from: toAmount(adsMove.from),
      to: toAmount(adsMove.to),
    },
    insideSince: memory.insideSince?.toISOString() ?? null,
  };
}
