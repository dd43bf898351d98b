// The initial offers: their prices and conditions.
import type { Minor } from '../../kernel/money.ts';
import type { Dice } from './dice.ts';
import { roundUp } from './price-tags.ts';
import {
  type Behaviour,
  HABITS,
  type Habit,
  type Logistics,
  type Offer,
  type Seller,
} from './types.ts';

const DAY = 86_400_000;
/** From here on the price may rise to where Brazil makes free shipping the seller's duty (R$ 79). */
export const FREE_SHIPPING_FROM: Minor = 7_000;

/** Ids of the marketplace: increasing, with gaps. */
export interface Numbering {
  item(): string;
  product(): string;
}

export function createNumbering(dice: Dice): Numbering {
  let item = 4_217_000_000;
  let product = 31_402_000;
  return {
    item() {
      item += dice.between(1_200, 640_000);
      return `MLB${item}`;
    },
    product() {
      product += dice.between(90, 9_400);
      return `MLB${product}`;
    },
  };
}

const HOURS: Record<Logistics, readonly number[]> = {
  fulfillment: [12, 24],
  cross_docking: [24, 48],
  xd_drop_off: [48, 72],
  drop_off: [48, 72, 96],
};

export interface Terms {
  logistics: Logistics;
  shippingPrice: Minor;
  shippingHours: number;
  listingType: Offer['listingType'];
}

/** The conditions of an offer of about this price. Our own sellers work a little harder than most competitors. */
export function drawTerms(reference: Minor, own: boolean, dice: Dice): Terms {
  const logistics = dice.chance(own ? 0.55 : 0.35)
    ? 'fulfillment'
    : dice.pick<Logistics>(
        own
          ? ['cross_docking', 'cross_docking', 'drop_off']
          : ['cross_docking', 'xd_drop_off', 'drop_off'],
      );
  const free = reference >= FREE_SHIPPING_FROM || dice.chance(own ? 0.85 : 0.55);
  return {
    logistics,
    shippingPrice: free ? 0 : roundUp(dice.between(890, 1_690), dice),
    shippingHours: dice.pick(HOURS[logistics]),
    listingType: dice.chance(own ? 0.5 : 0.4) ? 'gold_pro' : 'gold_special',
  };
}

export function drawOffer(
  itemId: string,
  seller: Seller,
  price: Minor,
  terms: Terms,
  now: number,
  dice: Dice,
): Offer {
  const createdAt = now - dice.between(40, 900) * DAY;
  return {
    itemId,
    sellerId: seller.id,
    price,
    ...terms,
    condition: 'new',
    status: 'active',
    outOfStock: false,
    stock: seller.own ? dice.between(4, 180) : dice.between(2, 90),
    sold: seller.own ? dice.between(3, 1_900) : dice.between(0, 2_600),
    health: dice.chance(0.06) ? null : dice.between(35, 100) / 100,
    sku: '',
    barredBy: null,
    promotion: null,
    automated: false,
    behaviour: null,
    amazon: null,
    restockAt: null,
    createdAt,
    updatedAt: now - dice.between(1, 30) * (DAY / 2),
  };
}

/** The number of competitors of each habit in a hundred; missing ones are zero. */
export type HabitShares = Readonly<Partial<Record<Habit, number>>>;

export const hundredOf = (shares: HabitShares): readonly Habit[] =>
  HABITS.flatMap((habit) => Array<Habit>(shares[habit] ?? 0).fill(habit));

/** The competitors of the demo: an active market. */
const HUNDRED = hundredOf({
  undercutter: 14,
  matcher: 20,
  sleeper: 32,
  climber: 12,
  promoter: 12,
  weekender: 10,
});

/**
 * The behavior of an initial competitor. No product has two undercutters: they would keep each other at their minimum, and
 * leave no room for others.
 */
export function drawBehaviour(price: Minor, taken: readonly Habit[], dice: Dice): Behaviour {
  const drawn = dice.pick(HUNDRED);
  const habit = drawn === 'undercutter' && taken.includes('undercutter') ? 'sleeper' : drawn;
  const anchor = Math.round(price * (1 + dice.between(0, 50) / 1_000));
  return {
    habit,
    anchor,
    floor: Math.min(price, Math.round(anchor * (0.84 + dice.between(0, 100) / 1_000))),
    ceiling: Math.round(anchor * 1.15),
    reactAt: null,
    promoUntil: null,
  };
}
