// Alerts that follow from an observation of markets: prices that look wrong, and sellers who are new on a page.
import { sql } from 'kysely';
import { MAX_OFFERS, type Market } from '../../kernel/market.ts';
import { toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { Trx } from '../../platform/db.ts';
import { competingOffers } from '../diff.ts';
import { keyOf as keyOfOffer, type Suspicion } from '../suspicion/engine/judge.ts';
import type { ConditionChange } from './note.ts';
import { brandKey } from './settings.ts';
import { type Noted, saveNoted } from './store.ts';

/** A seller's name as a sentence takes it in brackets; empty: the marketplace does not report it. */
const inBrackets = (of: { sellerId: string; sellerName: string } | undefined): string => {
  const name = of && sellerNameOf(of);
  return name ? ` (${name})` : '';
};

interface Judged {
  listingId: number;
  market: Market;
  before: ReadonlyMap<string, Suspicion>;
  after: ReadonlyMap<string, Suspicion>;
}

/** The conditions of prices that look wrong in a listing's market: still suspect, and confirmed by a second observation. */
export function suspectConditions({ listingId, market, before, after }: Judged): ConditionChange[] {
  const at = market.observedAt;
  const offers = new Map(market.offers.map((offer) => [keyOfOffer(offer), offer]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((subject) => {
    const [was, is] = [before.get(subject), after.get(subject)];
    const key = { aboutId: listingId, subject };
    const facts = is && {
      cause: is.sellerId,
      offerPrice: toAmount(is.price),
      by: inBrackets(offers.get(subject)),
    };
    const isConfirmed = was?.state === 'suspect' && is?.state === 'confirmed';
    const isOther = was !== undefined && was.seenAt.getTime() !== is?.seenAt.getTime();
    const changes: ConditionChange[] = [];
    if (is?.state !== 'suspect' || isOther)
      changes.push({ ...key, kind: 'suspect', isOn: false, at });
    if (is?.state === 'suspect')
      changes.push({ ...key, kind: 'suspect', isOn: true, at: is.seenAt, facts: facts! });
    if (is?.state !== 'confirmed' || isOther)
      changes.push({ ...key, kind: 'suspect_confirmed', isOn: false, at });
    if (isConfirmed)
      changes.push({ ...key, kind: 'suspect_confirmed', isOn: true, at, facts: facts! });
    return changes;
  });
}

/**
 * The condition of the cheapest competitor that a market no longer has; null: it is there, or beyond the offers that are reported.
 * A return does not end it: that is checked when it is due to be announced.
 */
export function goneSellerCondition(
  listingId: number,
  before: Market,
  after: Market,
): ConditionChange | null {
  const [cheapest] = competingOffers(before);
  if (cheapest === undefined || cheapest.sellerId === '') return null;
  if (isThere(after, cheapest.sellerId) || after.offers.length >= MAX_OFFERS) return null;
  return {
    kind: 'seller_gone',
    aboutId: listingId,
    subject: cheapest.sellerId,
    isOn: true,
    at: after.observedAt,
    facts: { by: inBrackets(cheapest) },
  };
}

/** Whether a seller offers the product, even at a suspect price. */
export const isThere = ({ offers }: Pick<Market, 'offers'>, sellerId: string): boolean =>
  offers.some((offer) => offer.sellerId === sellerId && offer.available);

/** Known sellers of a page are noted as announced; this key, which no seller has, marks the page as observed. */
const OBSERVED = '';

const known = (aboutId: number, subject: string, at: Date): Noted => ({
  kind: 'new_seller',
  aboutId,
  subject,
  phase: 'holds',
  since: at,
  dueAt: null,
  facts: {},
});

/** Those of some listings that are of own brands. */
async function ofOwnBrands(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  ownBrands: readonly string[],
): Promise<Set<number>> {
  const own = new Set(ownBrands.map(brandKey));
  const rows = await trx
    .selectFrom('listing_particulars')
    .select(['listing_id', 'brand'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .where('brand', 'is not', null)
    .execute();
  return new Set(
    rows.filter(({ brand }) => own.has(brandKey(brand!))).map((row) => row.listing_id),
  );
}

async function knownSellers(trx: Trx, companyId: number, listingIds: readonly number[]) {
  const rows = await trx
    .selectFrom('monitoring_alert')
    .select(['about_id', 'subject', 'phase'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'new_seller')
    .where('about_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .execute();
  return Map.groupBy(rows, (row) => row.about_id);
}

/**
 * The conditions of new sellers on the pages of own brands. The sellers of the first observation of a page count as known; one that comes
 * later and stays is announced once.
 */
export async function newSellerConditions(
  trx: Trx,
  companyId: number,
  observed: readonly { listingId: number; market: Market }[],
  ownBrands: readonly string[],
): Promise<ConditionChange[]> {
  const withOffers = observed.filter(({ market }) => market.reportsOffers !== false);
  if (ownBrands.length === 0 || withOffers.length === 0) return [];
  const own = await ofOwnBrands(
    trx,
    companyId,
    withOffers.map(({ listingId }) => listingId),
    ownBrands,
  );
  const pages = withOffers.filter(({ listingId }) => own.has(listingId));
  if (pages.length === 0) return [];
  const before = await knownSellers(trx, companyId, [...own]);
  const seeds: Noted[] = [];
  const changes: ConditionChange[] = [];
  for (const { listingId, market } of pages) {
    const at = market.observedAt;
    const others = market.offers.filter((offer) => !offer.isOwn && offer.sellerId !== '');
    const offerOf = new Map(others.map((offer) => [offer.sellerId, offer]));
    const rows = before.get(listingId);
    if (rows === undefined) {
      for (const subject of [OBSERVED, ...offerOf.keys()])
        seeds.push(known(listingId, subject, at));
      continue;
    }
    const isKnown = new Set(rows.map(({ subject }) => subject));
    for (const [subject, offer] of offerOf)
      if (!isKnown.has(subject))
        changes.push({
          kind: 'new_seller',
          aboutId: listingId,
          subject,
          isOn: true,
          at,
          facts: { offerPrice: toAmount(offer.price), by: inBrackets(offer) },
        });
    for (const { subject, phase } of rows)
      if (phase === 'begins' && !offerOf.has(subject))
        changes.push({ kind: 'new_seller', aboutId: listingId, subject, isOn: false, at });
  }
  await saveNoted(trx, companyId, { written: seeds, forgotten: [] });
  return changes;
}
