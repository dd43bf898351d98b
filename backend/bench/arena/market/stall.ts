// One product's page in the arena: our offer, the competitors, and the buyers.
import type { Minor } from '../../../kernel/money.ts';
import { leadersOf } from '../../../sandbox/world/award.ts';
import { ELASTICITY, NO_QUESTION, type Taste } from '../../../sandbox/world/buyers.ts';
import { type Dice, diceAt, numberOf } from '../../../sandbox/world/dice.ts';
import { ELECTRONICS, HOME } from '../../../sandbox/world/kinds.ts';
import {
  drawOffer,
  drawTerms,
  type HabitShares,
  hundredOf,
} from '../../../sandbox/world/offers.ts';
import { roundDown, roundUp } from '../../../sandbox/world/price-tags.ts';
import { createSellers } from '../../../sandbox/world/sellers.ts';
import type {
  Behaviour,
  Habit,
  Offer,
  Product,
  Seller,
  Sellers,
} from '../../../sandbox/world/types.ts';
import {
  BUYERS_A_DAY,
  COMPETITOR_COUNTS,
  COMPETITOR_SAFETY_PERCENT,
  FEE_PERCENT,
  FIRST_DAY,
  FIXED_FEE,
  LIMITED,
  LIST_PRICE,
  NO_COMPETITORS,
  OUTLAY_SHARE,
  POLL_HOURS,
  SAFETY_PERCENT,
  SCARCE_UNITS,
  WEEKLY_SUPPLY,
} from './assumptions.ts';
import { type ArenaWorld, WORLDS } from './worlds.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Known to the score only: the profit of a sale. */
export interface Costs {
  /** Goods, tax, paid shipping: all that does not depend on the price but the fixed fee. */
  unit: Minor;
  feeFixed: Minor;
  feePercent: number;
}

/** The profit of a sale at this price. */
export const profitOf = ({ unit, feeFixed, feePercent }: Costs, price: Minor): number =>
  price - unit - feeFixed - (price * feePercent) / 100;

/** The arrival of buyers, and how they choose. */
export interface Demand extends Taste {
  /** Buyers a day who would buy at any price up to `NO_QUESTION` of the reference. */
  daily: number;
}

/** A competitor with its own behavior: its random numbers do not depend on what others do. */
export interface Mind {
  offer: Offer;
  behaviour: Behaviour;
  dice: number;
  /** When it checks the page without an event. */
  pollAt: number;
}

/** A page with its life; changed in place as time passes over it. */
export interface Stall {
  world: ArenaWorld;
  sellers: Sellers;
  product: Product;
  ours: Offer;
  minds: Mind[];
  costs: Costs;
  demand: Demand;
  limits: { least: Minor; most: Minor };
  /** Our stock is filled up to this every week; null: it never runs out. */
  weekly: number | null;
  /** The marketplace reports the price to win to sellers who do not win. */
  reported: boolean;
  leaders: readonly string[];
  now: number;
  /** When anything changed last, by whomever. */
  stirredAt: number;
  /** When something changed that we did not see yet. */
  changedAt: number;
  /** When we learn of a change, and when the next scheduled poll is. */
  notificationAt: number;
  pollAt: number;
  /** Of our own timing. */
  dice: number;
  deliveryAt: number;
}

const PLENTY = 1_000_000;

const between = ([low, high]: readonly [number, number], dice: Dice) =>
  low + dice.roll() * (high - low);

/** The smallest price with a margin of `percent`. */
const leastPrice = (outlay: number, feePercent: number, percent: number): Minor =>
  Math.ceil(outlay / (1 - (feePercent + percent) / 100));

function drawMind(offer: Offer, reference: Minor, habits: HabitShares, dice: Dice): Mind {
  const habit: Habit = dice.pick(hundredOf(habits));
  const anchor = Math.round(offer.price * (1 + dice.between(0, 50) / 1_000));
  const floor = leastPrice(
    reference * between(OUTLAY_SHARE, dice),
    between(FEE_PERCENT[offer.listingType], dice),
    between(COMPETITOR_SAFETY_PERCENT, dice),
  );
  const behaviour: Behaviour = {
    habit,
    anchor,
    floor: Math.min(offer.price, floor),
    ceiling: Math.round(anchor * 1.15),
    reactAt: null,
    promoUntil: null,
  };
  const hours = POLL_HOURS[habit];
  const pollAt = hours === null ? Infinity : FIRST_DAY + Math.round(dice.roll() * hours[1] * HOUR);
  const stock = habit === 'scarce' ? dice.between(...SCARCE_UNITS) : PLENTY;
  const minded = { ...offer, stock, behaviour };
  return { offer: minded, behaviour, dice: numberOf(`${dice.state()}`), pollAt };
}

const FOUNDING = diceAt(numberOf('arena'));
const { home } = createSellers(FIRST_DAY, FOUNDING);
/** All sellers of the page, including us: our position in the market is drawn like the others'. */
const CROWD: readonly Seller[] = home.competitors;
const KINDS = [...HOME.kinds, ...ELECTRONICS.kinds];

/** The page of product `n` in the world of a seed, on the first day. */
export function drawStall(seed: number, n: number, world: ArenaWorld = WORLDS.usual): Stall {
  const dice = diceAt(numberOf(`arena/${seed}/${n}`));
  const kind = dice.pick(KINDS);
  const reference = Math.round(dice.between(kind.low, kind.high) * dice.pick(kind.variants).factor);
  const [us, ...others] = dice.shuffle(CROWD);
  if (!us) throw new RangeError('The page has no sellers');
  const count = dice.chance(NO_COMPETITORS) ? 0 : dice.pick(COMPETITOR_COUNTS);
  const draw = (seller: Seller, price: Minor, rank: number): Offer => {
    const terms = drawTerms(reference, false, dice);
    const offer = drawOffer(`MLB${n}${rank}`, seller, price, terms, FIRST_DAY, dice);
    const bonus = world.bonus === null ? null : world.bonus(offer, seller);
    return { ...offer, stock: PLENTY, ...(bonus !== null && { bonus }) };
  };
  const drawn = draw({ ...us, own: true }, reference, 0);
  const minds = others
    .slice(0, count)
    .map((seller, i) =>
      drawMind(
        draw(seller, roundUp(reference * (0.97 + dice.between(0, 150) / 1_000), dice), i + 1),
        reference,
        world.habits,
        dice,
      ),
    );

  const feePercent = between(FEE_PERCENT[drawn.listingType], dice);
  const outlay = reference * between(OUTLAY_SHARE, dice);
  const feeFixed = reference < FIXED_FEE.under ? FIXED_FEE.amount : 0;
  const costs = { unit: Math.round(outlay) - feeFixed, feeFixed, feePercent };
  const limits = {
    least: leastPrice(Math.round(outlay), feePercent, SAFETY_PERCENT),
    most: roundUp(reference * LIST_PRICE, dice),
  };
  const [few, many] = BUYERS_A_DAY;
  const demand = {
    daily: few * (many / few) ** dice.roll(),
    elasticity: between(ELASTICITY, dice),
    reference,
  };
  const soldWeekly = demand.daily * 7 * NO_QUESTION ** demand.elasticity;
  const weekly = dice.chance(LIMITED) ? Math.ceil(soldWeekly * between(WEEKLY_SUPPLY, dice)) : null;
  const price = Math.min(limits.most, Math.max(limits.least, roundDown(reference, dice)));
  const ours = { ...drawn, price, stock: weekly ?? PLENTY };
  const sellers = new Map(CROWD.map((one) => [one.id, one === us ? { ...us, own: true } : one]));
  const product: Product = {
    id: `MLB${n}`,
    shop: 'mercadolivre',
    ean: '',
    catalog: true,
    kind: kind.key,
    title: kind.name,
    brand: '',
    model: '',
    variant: '',
    colour: '',
    categoryId: kind.categoryId,
    categoryName: kind.categoryName,
    domainId: kind.domainId,
    offers: [ours, ...minds.map(({ offer }) => offer)],
    reference,
    ceiling: null,
    quietUntil: 0,
  };
  return {
    world,
    sellers,
    product,
    ours,
    minds,
    costs,
    demand,
    limits,
    weekly,
    reported: dice.chance(world.reported),
    leaders: leadersOf(sellers, product),
    now: FIRST_DAY,
    stirredAt: FIRST_DAY,
    changedAt: FIRST_DAY,
    notificationAt: FIRST_DAY,
    pollAt: FIRST_DAY,
    dice: dice.state(),
    deliveryAt: weekly === null ? Infinity : FIRST_DAY + 7 * DAY + 6 * HOUR,
  };
}

/** An independent copy of a page in the same state. */
export function copyOf(stall: Stall): Stall {
  const ours = { ...stall.ours };
  const minds = stall.minds.map((mind) => {
    const behaviour = { ...mind.behaviour };
    return { ...mind, behaviour, offer: { ...mind.offer, behaviour } };
  });
  const offers = [ours, ...minds.map(({ offer }) => offer)];
  return { ...stall, ours, minds, product: { ...stall.product, offers } };
}
