// A world under change: the changes of one call to an offer, and their effects on its page.
import type { Minor } from '../../kernel/money.ts';
import { type Agenda, note } from './agenda.ts';
import { awardOf, isAvailable, isTooDear } from './award.ts';
import { type Dice, diceAt } from './dice.ts';
import { answerAt } from './habits.ts';
import { findOffer } from './places.ts';
import { closeTill, type Till } from './till.ts';
import type { Offer, Outcome, Product, World, WorldEvent } from './types.ts';

/** For this time after a change of an own price the competitors only react; there are no random changes. */
const QUIET_MS = 2 * 60_000;

export type Change = Partial<
  Pick<
    Offer,
    | 'price'
    | 'stock'
    | 'sold'
    | 'status'
    | 'outOfStock'
    | 'restockAt'
    | 'promotion'
    | 'behaviour'
    | 'amazon'
  >
>;

/** A world under change inside one call; not visible outside before the call ends. */
export interface Draft {
  world: World;
  events: WorldEvent[];
  dice: Dice;
  now: number;
  /** Sales and impressions in it; null: none yet. */
  till: Till | null;
  /** When each page is due; null: not computed yet. */
  agenda: Agenda | null;
}

export const open = (world: World, now: number): Draft => ({
  world,
  events: [],
  dice: diceAt(world.dice),
  now: Math.max(now, world.now),
  till: null,
  agenda: null,
});

export const close = ({ world, dice, events, till }: Draft): Outcome => ({
  world: {
    ...world,
    dice: dice.state(),
    sales: till === null ? world.sales : closeTill(world.sales, till),
  },
  events,
});

export function need(world: World, itemId: string) {
  const found = findOffer(world, itemId);
  if (!found) throw new RangeError(`No item ${itemId}`);
  return found;
}

function put(draft: Draft, product: Product): void {
  const place = draft.world.places.get(product.offers[0]?.itemId ?? '');
  if (!place) throw new RangeError(`No product ${product.id}`);
  const products = draft.world.products.with(place.product, product);
  if (draft.agenda !== null) note(draft.agenda, place.product, product);
  draft.world = { ...draft.world, products, changedAt: draft.now };
}

function report(draft: Draft, productId: string, before: Offer, after: Offer): void {
  const { itemId } = after;
  const about = { productId, itemId };
  if (before.price !== after.price)
    draft.events.push({ kind: 'price', ...about, from: before.price, to: after.price });
  if (before.stock !== after.stock)
    draft.events.push({ kind: 'stock', ...about, from: before.stock, to: after.stock });
  if (before.status !== after.status)
    draft.events.push({ kind: 'status', ...about, from: before.status, to: after.status });
}

/** Schedules the reactions of competitors; an already scheduled one is kept. */
function provoke(
  draft: Draft,
  product: Product,
  byItem: string,
  losers: readonly string[],
): Product {
  const offers = product.offers.map((offer) => {
    const { behaviour, itemId } = offer;
    if (behaviour === null || behaviour.reactAt !== null || itemId === byItem) return offer;
    const reactAt = answerAt(behaviour, losers.includes(itemId), draft.now, draft.dice);
    return reactAt === null ? offer : { ...offer, behaviour: { ...behaviour, reactAt } };
  });
  return { ...product, offers };
}

function reportAward(draft: Draft, before: Product, after: Product) {
  const { sellers } = draft.world;
  const from = awardOf(sellers, before).leaders;
  const to = awardOf(sellers, after).leaders;
  if ([...from].sort().join() !== [...to].sort().join())
    draft.events.push({ kind: 'award', productId: before.id, from, to });
  return { from, to };
}

/** Sets the highest eligible price of a page from the product's price elsewhere. */
export function changeCeiling(draft: Draft, product: Product, to: Minor): void {
  if (product.ceiling === to) return;
  const changed: Product = { ...product, ceiling: to };
  const productId = product.id;
  draft.events.push({ kind: 'ceiling', productId, from: product.ceiling, to });
  for (const offer of product.offers)
    if (isTooDear(changed, offer) && !isTooDear(product, offer))
      draft.events.push({ kind: 'too_dear', productId, itemId: offer.itemId });
  reportAward(draft, product, changed);
  put(draft, changed);
}

/** The page after a visible change of an item: the buybox is awarded again, and the others prepare their answers. */
function answered(draft: Draft, before: Product, after: Product, byItem: string): Product {
  const { from, to } = reportAward(draft, before, after);
  const losers = from.filter((one) => !to.includes(one));
  return provoke(draft, after, byItem, losers);
}

/** Changes one offer, and lets the page and its competitors react. */
export function change(draft: Draft, itemId: string, with_: Change): void {
  const { product, offer } = need(draft.world, itemId);
  const { sellers } = draft.world;
  const after: Offer = { ...offer, ...with_, updatedAt: draft.now };
  const offers = product.offers.map((one) => (one.itemId === itemId ? after : one));
  const changed: Product = { ...product, offers };
  report(draft, product.id, offer, after);
  if (isTooDear(product, after) && !isTooDear(product, offer))
    draft.events.push({ kind: 'too_dear', productId: product.id, itemId });
  const isOwn = sellers.get(offer.sellerId)?.own === true;
  const repriced = offer.price !== after.price;
  // Other changes do not affect the award, and are not visible on the page.
  const isSeen = repriced || isAvailable(offer) !== isAvailable(after);
  const stirred = isSeen ? answered(draft, product, changed, itemId) : changed;
  put(draft, isOwn && repriced ? { ...stirred, quietUntil: draft.now + QUIET_MS } : stirred);
}

/** The effect of a new stock: without stock the marketplace pauses the offer, with stock it activates it again. */
export function stocked(offer: Offer, stock: number): Change {
  if (stock === 0) return { stock, status: 'paused', outOfStock: true };
  // New stock does not reactivate an offer that is not for sale because of its price.
  const isBack = offer.outOfStock && !offer.amazon?.priceFault;
  const status = isBack ? 'active' : offer.status;
  return { stock, status, outOfStock: false, restockAt: null };
}
