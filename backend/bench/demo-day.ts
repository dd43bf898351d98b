// The first demo company's listings in the demo's market, under PRIMAZIA: what becomes of their prices and buyboxes. Pure.

import type { Minor } from '../kernel/money.ts';
import type { Rule } from '../pricing/engine/types.ts';
import { leadersOf } from '../sandbox/world/award.ts';
import { deriveFrom } from '../sandbox/world/places.ts';
import {
  createWorld,
  DEFAULT_PACE,
  findOffer,
  isAvailable,
  itemsOf,
  OWN_SELLERS,
  type Pace,
  paceOf,
  type Shop,
  setPrice,
  step,
  type World,
} from '../sandbox/world.ts';
import { type EnginePlayer, enginePlayer, ruleOf, type SeenStall } from './arena/engine-player.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A step of the sandbox lasts no longer. */
const STEP_MS = 10 * SECOND;
/** How far a rule lets a price move from that of the first day. */
const RANGE = { least: 0.85, most: 1.1 };

/** What happened within some minutes; listings by their place in the list of the company's items. */
export interface Span {
  changes: { listing: number; from: Minor; to: Minor }[];
  /** In the order in which it happened; `at`: milliseconds since 1970. */
  buybox: { listing: number; isLost: boolean; at: number }[];
}

interface Own {
  itemId: string;
  stall: SeenStall;
  player: EnginePlayer;
  leads: boolean;
}

export const SELLER = OWN_SELLERS.HOME;
/** Where the product sees who holds the buybox. */
export const WATCHED: readonly Shop[] = ['mercadolivre', 'amazon'];

/** Only the company's pages, with the activity that they have among all others: other pages do not affect them. */
export function companyWorld(startAt: number, seed = 1): { world: World; pace: Pace } {
  const whole = createWorld(seed, startAt);
  const products = whole.products.filter(
    ({ shop, offers }) =>
      WATCHED.includes(shop) && offers.some(({ sellerId }) => sellerId === SELLER),
  );
  const share = products.length / whole.products.length;
  return {
    world: { ...whole, products, ...deriveFrom(whole.sellers, products) },
    pace: paceOf(DEFAULT_PACE * share),
  };
}

export function seen(world: World, itemId: string): SeenStall {
  const { product, offer: ours } = findOffer(world, itemId)!;
  const { sellers, now } = world;
  return { sellers, product, ours, reported: true, leaders: leadersOf(sellers, product), now };
}

/** What the company sees now; a page on which nothing changed is not read again. */
function observe(world: World, { itemId, stall }: Own): void {
  const isSame = findOffer(world, itemId)!.product === stall.product;
  Object.assign(stall, isSame ? { now: world.now } : seen(world, itemId));
}

/** The rule of a listing: PRIMAZIA, within a range about the price of the first day. */
export function ruleAt(price: Minor): Rule {
  const limits = { least: Math.round(price * RANGE.least), most: Math.round(price * RANGE.most) };
  return ruleOf({ limits }, 'PRIMAZIA');
}

function openOwn(world: World, itemId: string): Own {
  const stall = seen(world, itemId);
  const player = enginePlayer(stall, ruleAt(stall.ours.price));
  return { itemId, stall, player, leads: stall.leaders.includes(itemId) };
}

/** Reads the buybox of a listing, and records losses and wins. */
function noteBuybox(own: Own, listing: number, span: Span, at: number): void {
  const leads = own.stall.leaders.includes(own.itemId);
  if (leads === own.leads || !isAvailable(own.stall.ours)) return;
  own.leads = leads;
  span.buybox.push({ listing, isLost: !leads, at });
}

/** Lets time pass in the demo's market, whose listings are polled each minute; gives what happened in each span. */
export function* demoSpans(
  startAt: number,
  { spans, minutes }: { spans: number; minutes: number },
): Generator<Span> {
  const { pace, ...begun } = companyWorld(startAt);
  let { world } = begun;
  const items = WATCHED.flatMap((shop) => itemsOf(world, SELLER, shop));
  const all = items.map((itemId) => openOwn(world, itemId));
  for (let span = 0; span < spans; span++) {
    const happened: Span = { changes: [], buybox: [] };
    for (let minute = 0; minute < minutes; minute++) {
      const until = world.now + MINUTE;
      while (world.now < until) ({ world } = step(world, world.now + STEP_MS, pace));
      all.forEach((own, listing) => {
        observe(world, own);
        noteBuybox(own, listing, happened, world.now);
        const from = own.stall.ours.price;
        const to = own.player.poll();
        if (to === null || to === from) return;
        ({ world } = setPrice(world, own.itemId, to));
        happened.changes.push({ listing, from, to });
      });
    }
    yield happened;
  }
}
