// Which prices of competitors look wrong, and until when they do not count: a fake seller, a slip of the decimal point,
// a glitch of the marketplace. Pure.
import type { Offer } from '../../../kernel/market.ts';
import type { Minor } from '../../../kernel/money.ts';
import { isSuspectPrice } from '../../engine/suspect.ts';

/** No price above this share of the highest, in percent, looks wrong. */
const HIGHEST_PERCENT = 70;
/** A second observation counts from this long after the first. */
export const SECOND_MS = 5 * 60_000;
/** Two prices of one offer are the same for a second observation, or for a person's decision, within this percentage. */
const SAME_PERCENT = 5;

/** What is known of an offer whose price looked wrong. */
export interface Suspicion {
  marketplaceId: Offer['marketplaceId'];
  sellerId: string;
  /** Empty: the marketplace gives offers no ids. */
  offerId: string;
  price: Minor;
  /** When it was first observed at this price. */
  seenAt: Date;
  /** By a second observation or by a person; refused by a person alone. */
  state: 'suspect' | 'confirmed' | 'refused';
}

/** The key of an offer from one observation to the next. */
export const keyOf = (
  of: Pick<Offer, 'marketplaceId' | 'sellerId'> & { offerId: string | null },
): string => `${of.marketplaceId}/${of.sellerId}/${of.offerId ?? ''}`;

/** Whether the price of an offer looks wrong beside the others in the same condition. */
export function isSuspect(offer: Offer, offers: readonly Offer[]): boolean {
  const others = offers
    .filter((one) => one !== offer && one.available && one.condition === offer.condition)
    .filter(({ sellerId }) => sellerId !== offer.sellerId)
    .map(({ price }) => price);
  return isSuspectPrice(offer, others);
}

const within = (price: Minor, of: Minor): boolean =>
  Math.abs(price - of) * 100 <= of * SAME_PERCENT;

/** The next state of a suspicion when the offer is observed again and still looks wrong. */
function next(known: Suspicion | undefined, offer: Offer, at: Date): Suspicion {
  const { marketplaceId, sellerId, price } = offer;
  const fresh: Suspicion = {
    marketplaceId,
    sellerId,
    offerId: offer.offerId ?? '',
    price,
    seenAt: at,
    state: 'suspect',
  };
  if (known === undefined) return fresh;
  const isSame = within(price, known.price);
  switch (known.state) {
    case 'confirmed':
      // A price that was confirmed is confirmed at a higher price too.
      return isSame || price > known.price ? known : fresh;
    case 'refused':
      return isSame || price < known.price ? known : fresh;
    default:
      if (!isSame) return fresh;
      return at.getTime() - known.seenAt.getTime() >= SECOND_MS
        ? { ...known, price, state: 'confirmed' }
        : known;
  }
}

const NONE: ReadonlyMap<string, Suspicion> = new Map();

export interface Judged {
  offers: Offer[];
  /** The suspicions to store, by `keyOf`; the others are deleted. */
  suspicions: ReadonlyMap<string, Suspicion>;
}

/**
 * Marks the offers of a market whose prices look wrong and are not confirmed. A price is confirmed by a second observation
 * that shows the same, or by a person; one that a person refused does not count for as long as it looks wrong. Own
 * offers, and those that cannot be bought, are never judged.
 * @param known the stored suspicions of the listing's market
 * @param at when the market was observed
 */
export function judge(
  offers: readonly Offer[],
  known: ReadonlyMap<string, Suspicion>,
  at: Date,
): Judged {
  let highest = 0;
  for (const { available, price } of offers) if (available && price > highest) highest = price;
  // Most markets have no price far enough below the highest to compare it with the others.
  const mayBeWrong = ({ price }: Offer) => price * 100 <= highest * HIGHEST_PERCENT;
  if (!offers.some((offer) => mayBeWrong(offer) || offer.isSuspect))
    return { offers: offers as Offer[], suspicions: NONE };
  const suspicions = new Map<string, Suspicion>();
  const judged = offers.map((offer): Offer => {
    const { isSuspect: _suspect, isRefused: _refused, ...plain } = offer;
    if (offer.isOwn || !offer.available || !mayBeWrong(offer)) return plain;
    if (!isSuspect(offer, offers)) return plain;
    const key = keyOf(offer);
    const suspicion = next(known.get(key), offer, at);
    suspicions.set(key, suspicion);
    if (suspicion.state === 'confirmed') return plain;
    return {
      ...plain,
      isSuspect: true,
      ...(suspicion.state === 'refused' && { isRefused: true }),
    };
  });
  return { offers: judged, suspicions };
}
