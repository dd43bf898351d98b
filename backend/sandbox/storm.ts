// Competitors who change prices as fast as their notifications can be delivered: the load of a bench.
import type { Minor } from '../kernel/money.ts';
import type { Delivery } from './delivery.ts';
import { findPage, isAvailable, pageOf, type World } from './world.ts';

export interface Storm {
  /** Pages by their own ids: ASINs, or product ids of Mercado Livre's catalog. */
  pages: readonly string[];
  /** The total number, page by page. */
  moves: number;
  /** The number of concurrent notifications. */
  parallel: number;
}

export interface StormOver {
  moves: number;
  /** From the first move to the last notification that was accepted, or given up. */
  milliseconds: number;
}

export interface StormMeans {
  world(): World;
  setPrice(itemId: string, price: Minor): void;
  deliveries: readonly Pick<Delivery, 'configure' | 'until'>[];
  /** Milliseconds. */
  now(): number;
}

/** Every move of a competitor changes the price; the prices repeat after this many moves. */
const STEPS = 40;
/** The number of waiting notifications for each concurrent one, so that the next one is always ready. */
const SLACK = 4;
const BREATH = 256;

interface Mover {
  itemId: string;
  base: Minor;
}

/** The first competitor on a page. */
function moverOn(world: World, pageId: string): Mover {
  const product = findPage(world, pageId);
  if (!product) throw new RangeError(`No page ${pageId}`);
  const isCompetitor = (sellerId: number) => world.sellers.get(sellerId)?.own === false;
  const first = pageOf(world.sellers, product).find(
    (offer) => isCompetitor(offer.sellerId) && isAvailable(offer),
  );
  if (!first) throw new RangeError(`No competitor on page ${pageId}`);
  return { itemId: first.itemId, base: Math.max(first.price, 2 * STEPS) };
}

const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Runs the storm; throws a `RangeError` if a page does not exist, or has no competitor. */
export async function blow(
  { pages, moves, parallel }: Storm,
  { world, setPrice, deliveries, now }: StormMeans,
): Promise<StormOver> {
  const movers = [...new Set(pages)].map((page) => moverOn(world(), page));
  for (const delivery of deliveries) delivery.configure({ parallel });
  const startedAt = now();
  for (let i = 0; i < moves; i++) {
    const mover = movers[i % movers.length];
    if (!mover) break;
    const step = Math.floor(i / movers.length) % STEPS;
    setPrice(mover.itemId, mover.base - 1 - step);
    for (const delivery of deliveries) await delivery.until(parallel * SLACK);
    if (i % BREATH === BREATH - 1) await breathe();
  }
  for (const delivery of deliveries) await delivery.until(0);
  return { moves, milliseconds: now() - startedAt };
}
