// Stores observations: a snapshot where something that matters changed, and `market.changed` for the domains above, in one
// transaction.
import { ownSellerIds, recordOwnPrices } from '../catalog/actions.ts';
import { isInFuture } from '../kernel/clock.ts';
import type { Market, Offer } from '../kernel/market.ts';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Trx } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { type ConditionChange, noteConditions } from './alerts/note.ts';
import { goneSellerCondition, newSellerConditions, suspectConditions } from './alerts/observed.ts';
import { loadAlertSettings } from './alerts/settings.ts';
import { MARKET_CHANGED } from './contract.ts';
import { competingOffers, type Essence, essenceOf, hasChanged, ownOffer } from './diff.ts';
import { type BegunLoss, type EndedLoss, lossIn, saveLosses, turnOf, UNSEEN_MS } from './losses.ts';
import { withOwn } from './own-offers.ts';
import * as store from './store.ts';
import { judge, type Suspicion } from './suspicion/engine/judge.ts';
import { knownSuspicions, type SuspicionChange, saveSuspicions } from './suspicion/store.ts';

/** Listings in one event at most. */
const EVENT_SIZE = 500;

/** A listing's market as it was observed. */
export interface ObservedMarket {
  listingId: number;
  market: Market;
  /** It came with a notification, which may leave out what only a poll shows. */
  notified?: boolean;
}

/**
 * Records the markets of a company's listings, in the caller's transaction. Each updates the listing's `observed_at`; a
 * snapshot is added only where something that matters changed. `MARKET_CHANGED` is emitted then, and where a market is
 * observed again after so long that it may have counted as unknown. A market that is older than the recorded one is
 * dropped, as are those of listings that the company does not have.
 *
 * Offers of any account of the company are marked as its own. Where the listing's own offer shows another price than is
 * stored, the listing takes that price, unless the listing was written after the market was observed: a price that was
 * pushed meanwhile is newer. An offer list that still shows the earlier price for some minutes after a push does not count
 * either. Where the marketplace reports shipping only with the offers, the listing takes it from its offer too.
 *
 * A price that looks wrong is marked until a second observation or a person confirms it; until then it is not announced that
 * it took the buybox. Alerts are noted, and announced once they have lasted (`alerts/announce.ts`).
 * @returns the ids of the listings whose markets the event names
 */
export async function recordMarkets(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  observed: readonly ObservedMarket[],
): Promise<number[]> {
  if (observed.length === 0) return [];
  const now = ctx.clock();
  const newest = newestOf(observed);
  const ids = [...newest.keys()];
  // Pipelined in this order: the stored observations are read behind the lock.
  const [listings, last, ownSellers, suspicionsOf, { ownBrands }] = await Promise.all([
    store.lockListings(trx, companyId, ids),
    store.lastObservations(trx, companyId, ids),
    ownSellerIds(trx, companyId),
    knownSuspicions(trx, companyId, ids),
    loadAlertSettings(trx, companyId),
  ]);
  await markOwnWinners(trx, companyId, newest, listings);
  const { observations, changed, ownPrices, conditions, begun, ended, suspicionChanges, dearer } =
    compare(ctx.marketplaces, newest, listings, last, new Set(ownSellers), suspicionsOf, now);
  conditions.push(...(await goneSellerConditions(trx, companyId, dearer)));
  await Promise.all([
    saveSuspicions(trx, companyId, suspicionChanges),
    recordOwnPrices(trx, companyId, ownPrices, now),
    store.saveObservations(trx, companyId, observations, now),
    saveLosses(trx, companyId, ended, begun),
    publishChanged(ctx, trx, companyId, changed),
    noteAlerts(trx, companyId, conditions, observations, ownBrands),
  ]);
  return changed;
}

/**
 * Marks the markets whose buybox another listing of the company holds. Offers show that where they are reported; where they are
 * not, only the id of the winner's offer is known.
 */
async function markOwnWinners(
  trx: Trx,
  companyId: number,
  newest: Map<number, ObservedMarket>,
  listings: readonly store.WatchedListing[],
): Promise<void> {
  const unattributed = listings.flatMap(({ id, skuMarketplace, marketplaceId }) => {
    const observed = newest.get(id);
    const winner = observed?.market.buybox.winnerOfferId ?? null;
    const isOpen = observed?.market.reportsOffers !== false || winner === skuMarketplace;
    return observed === undefined || isOpen || winner === null
      ? []
      : [{ id, observed, winner, marketplaceId }];
  });
  if (unattributed.length === 0) return;
  const names = unattributed.map(({ winner }) => winner);
  const own = await store.ownOffers(trx, { companyId, names });
  const isOwn = new Set(own.map((one) => `${one.marketplaceId}:${one.skuMarketplace}`));
  for (const { id, observed, winner, marketplaceId } of unattributed) {
    if (!isOwn.has(`${marketplaceId}:${winner}`)) continue;
    const { market } = observed;
    const buybox = { ...market.buybox, isOwnWinner: true as const };
    newest.set(id, { ...observed, market: { ...market, buybox } });
  }
}

/** An observation with a future time counts as one of now: else every later one would seem older until then. */
const notInFuture = (observed: ObservedMarket, now: Date): ObservedMarket =>
  isInFuture(observed.market.observedAt, now)
    ? { ...observed, market: { ...observed.market, observedAt: now } }
    : observed;

/**
 * Whether an observation is older than the stored one. A stored one with a future time was written while a clock was wrong,
 * which was corrected since: its age is unknown, so an observation of this moment counts.
 */
const isOlder = (observedAt: Date, lastAt: Date, now: Date): boolean =>
  observedAt < lastAt && !(isInFuture(lastAt, now) && !isInFuture(now, observedAt));

/** The newest observation of each listing. */
function newestOf(observed: readonly ObservedMarket[]): Map<number, ObservedMarket> {
  const newest = new Map<number, ObservedMarket>();
  for (const one of observed) {
    const present = newest.get(one.listingId);
    if (present === undefined || present.market.observedAt <= one.market.observedAt)
      newest.set(one.listingId, one);
  }
  return newest;
}

/**
 * A market of a notification or a partial poll, with the stored price to win where it has none and nothing changed since that
 * affects it.
 */
function withPriceToWin(market: Market, essence: Essence, before: Essence | null): Market {
  const { priceToWin, ...rest } = market.buybox;
  if (priceToWin !== null || before === null || before.priceToWin === null) return market;
  const isSame = !hasChanged({ ...before, priceToWin: null }, { ...essence, priceToWin: null });
  return isSame ? { ...market, buybox: { ...rest, priceToWin: before.priceToWin } } : market;
}

/**
 * The listing's own offer in its market; null: it is not there. Where a seller has two offers of a product, one sent by the
 * marketplace and one by the seller, often only one is for sale and has no id: it may not be the listing's.
 */
function ownOfferIn(market: Market, listing: store.WatchedListing): Offer | null {
  const offer = ownOffer(market, listing.skuMarketplace, listing.sellerId);
  const isOther =
    offer?.offerId === null && (offer.fulfillment ?? listing.fulfillment) !== listing.fulfillment;
  return isOther ? null : offer;
}

/**
 * What buyers pay for the shipping of a listing: some marketplaces report it with the offers of its product alone, others
 * with the listing only where it is free.
 */
const shippingOf = (
  marketplaces: KnownMarketplaces,
  offer: Offer | null,
  { marketplaceId, shippingPrice }: store.WatchedListing,
): Minor | null =>
  shippingPrice !== 0 ||
  marketplaces.factsOf(marketplaceId)?.traits.reportsShippingWith === 'offers'
    ? (offer?.shippingPrice ?? shippingPrice)
    : shippingPrice;

interface Compared {
  observations: store.Observation[];
  /** Listings whose markets the event names. */
  changed: number[];
  /** Listings that take the price of their offer. */
  ownPrices: { listingId: number; price: Minor; shippingPrice: Minor | null }[];
  /** Buyboxes that were lost and won, and prices that look wrong. */
  conditions: ConditionChange[];
  /** Losses of the buybox that begin and end. */
  begun: BegunLoss[];
  ended: EndedLoss[];
  /** The stored suspicions of listings, where they changed. */
  suspicionChanges: SuspicionChange[];
  /** Markets whose cheapest competitor may have left. */
  dearer: { listingId: number; market: Market }[];
}

/** How long an offer list may still show the earlier price after a listing was written, in milliseconds. */
const OFFER_LIST_LAG_MS = 15 * 60_000;

/** Whether an offer list that shows the stored own price may lag behind a price that was written lately. */
const mayLag = (
  writtenAt: Date,
  shown: Minor,
  before: store.LastObservation | null,
  seenAt: Date,
): boolean =>
  shown === before?.essence.ownPrice && seenAt.getTime() - writtenAt.getTime() < OFFER_LIST_LAG_MS;

/**
 * A market that was not observed for this long may count as stale, an hour being the shortest period that a company may
 * set. Decisions that waited for it are made even where nothing changed.
 */
const STALE_MS = 3_600_000;

const isBack = (seen: Market, before: store.LastObservation): boolean =>
  seen.observedAt.getTime() - before.observedAt.getTime() >= STALE_MS;

/** Alone, with others, or without a competitor. */
const wins = (essence: Essence | undefined): boolean =>
  essence?.status === 'WINNING' ||
  essence?.status === 'CO_WINNING' ||
  essence?.status === 'NO_COMPETITOR';

const heldBy = ({ status, winnerSellerId }: Essence) => ({
  isLosing: status === 'LOSING',
  winnerSellerId,
});

/** A market whose offers are judged with the stored suspicions. */
function judged(market: Market, known: ReadonlyMap<string, Suspicion>) {
  const { offers, suspicions } = judge(market.offers, known, market.observedAt);
  return { market: offers === market.offers ? market : { ...market, offers }, suspicions };
}

/** Whether the buybox is held at a price that looks wrong: its loss is not announced until the price is confirmed. */
const isHeldBySuspect = ({ buybox, offers }: Market): boolean =>
  offers.some((offer) => offer.isSuspect && offer.sellerId === buybox.winnerSellerId);

const wasHeldBySuspect = (
  before: Essence | undefined,
  known: ReadonlyMap<string, Suspicion>,
): boolean =>
  before?.status === 'LOSING' &&
  [...known.values()].some(
    ({ sellerId, state }) => sellerId === before.winnerSellerId && state !== 'confirmed',
  );

/** Whether the competitor that was the cheapest may have left: there are fewer, and the lowest price is higher. */
function mayBeGone(market: Market, before: store.LastObservation | null): boolean {
  if (before?.bestPrice == null || before.rivals === null) return false;
  const now = competingOffers(market);
  const lowest = now[0]?.price ?? Number.POSITIVE_INFINITY;
  return market.reportsOffers !== false && now.length < before.rivals && lowest > before.bestPrice;
}

/** The conditions of the cheapest competitors that left, compared with the stored markets. */
async function goneSellerConditions(
  trx: Trx,
  companyId: number,
  dearer: Compared['dearer'],
): Promise<ConditionChange[]> {
  if (dearer.length === 0) return [];
  const stored = await store.latestMarkets(
    trx,
    companyId,
    dearer.map(({ listingId }) => listingId),
  );
  return dearer.flatMap(({ listingId, market }) => {
    const before = stored.get(listingId)?.market;
    const condition = before === undefined ? null : goneSellerCondition(listingId, before, market);
    return condition === null ? [] : [condition];
  });
}

/** Compares what was observed with what is stored. */
function compare(
  marketplaces: KnownMarketplaces,
  newest: ReadonlyMap<number, ObservedMarket>,
  listings: readonly store.WatchedListing[],
  last: ReadonlyMap<number, store.LastObservation>,
  ownSellers: ReadonlySet<string>,
  suspicionsOf: Awaited<ReturnType<typeof knownSuspicions>>,
  now: Date,
): Compared {
  const compared: Compared = {
    observations: [],
    changed: [],
    ownPrices: [],
    conditions: [],
    begun: [],
    ended: [],
    suspicionChanges: [],
    dearer: [],
  };
  for (const listing of listings) {
    const found = newest.get(listing.id);
    const before = last.get(listing.id) ?? null;
    if (found === undefined) continue;
    const observed = notInFuture(found, now);
    if (before !== null && isOlder(observed.market.observedAt, before.observedAt, now)) continue;
    const known = suspicionsOf(listing.id);
    const { market: own, suspicions } = judged(withOwn(observed.market, ownSellers), known);
    if (known.size + suspicions.size > 0) {
      const change = { listingId: listing.id, before: known, after: suspicions };
      compared.suspicionChanges.push(change);
      compared.conditions.push(...suspectConditions({ ...change, market: own }));
    }
    const offer = ownOfferIn(own, listing);
    const shown = offer?.price ?? null;
    const isNewPrice =
      shown !== null &&
      listing.updatedAt <= own.observedAt &&
      !mayLag(listing.updatedAt, shown, before, own.observedAt);
    const price = isNewPrice ? shown : listing.price;
    const shippingPrice = shippingOf(marketplaces, offer, listing);
    const isShippedOtherwise = shippingPrice !== listing.shippingPrice;
    if (price !== listing.price || isShippedOtherwise)
      compared.ownPrices.push({ listingId: listing.id, price, shippingPrice });
    const plain = essenceOf(own, shown ?? listing.price);
    const mayLeaveOut = observed.notified || own.isPartial;
    const market = mayLeaveOut ? withPriceToWin(own, plain, before?.essence ?? null) : own;
    const essence = { ...plain, priceToWin: market.buybox.priceToWin };
    const isLost = essence.status === 'LOSING' && !isHeldBySuspect(market);
    const buybox = { kind: 'lost', aboutId: listing.id, subject: '', at: own.observedAt } as const;
    if (isLost && (wins(before?.essence) || wasHeldBySuspect(before?.essence, known)))
      compared.conditions.push({ ...buybox, isOn: true });
    // Between the two a listing may have been out of the competition.
    if (before !== null && !wins(before.essence) && wins(essence))
      compared.conditions.push({ ...buybox, isOn: false });
    const turn = turnOf(before && { at: before.observedAt, ...heldBy(before.essence) }, {
      at: own.observedAt,
      ...heldBy(essence),
    });
    if (turn.endedAt !== null) compared.ended.push({ listingId: listing.id, until: turn.endedAt });
    if (turn.begins) {
      const { accountId } = listing;
      const { ownPrice } = essence;
      compared.begun.push(lossIn({ listingId: listing.id, accountId, ownPrice }, market));
    }
    if (mayBeGone(market, before)) compared.dearer.push({ listingId: listing.id, market });
    const isSame = before !== null && !isShippedOtherwise && !hasChanged(before.essence, essence);
    if (!isSame || isBack(own, before)) compared.changed.push(listing.id);
    const unseenMs = own.observedAt.getTime() - (before?.observedAt ?? own.observedAt).getTime();
    const wasUnseen = before !== null && unseenMs >= UNSEEN_MS;
    compared.observations.push({
      listingId: listing.id,
      market,
      essence,
      price,
      snapshotId: isSame && !wasUnseen ? before.snapshotId : null,
      unseenSince: wasUnseen ? before.observedAt : null,
    });
  }
  return compared;
}

/** Publishes changed markets: to the domains above, and to open pages. */
async function publishChanged(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  const events = [];
  for (let from = 0; from < listingIds.length; from += EVENT_SIZE) {
    const some = listingIds.slice(from, from + EVENT_SIZE);
    events.push(ctx.jobs.emit(trx, MARKET_CHANGED, { companyId, listingIds: some }));
  }
  await Promise.all([...events, announce(trx, companyId, { type: 'markets', ids: listingIds })]);
}

/** Notes alerts; of lost buyboxes only those that matter. */
async function noteAlerts(
  trx: Trx,
  companyId: number,
  conditions: readonly ConditionChange[],
  observations: readonly store.Observation[],
  ownBrands: readonly string[],
): Promise<void> {
  const isLoss = ({ kind, isOn }: ConditionChange) => kind === 'lost' && isOn;
  const losses = conditions.filter(isLoss).map(({ aboutId }) => aboutId);
  const contested = losses.length === 0 ? null : await store.inContest(trx, companyId, losses);
  const mattering = conditions.filter((one) => !isLoss(one) || contested?.has(one.aboutId));
  const sellers = await newSellerConditions(trx, companyId, observations, ownBrands);
  await noteConditions(trx, companyId, [...mattering, ...sellers]);
}
