// Facts about keywords for properties: as wide as the API takes them, and as odd.
import fc from 'fast-check';
import { USUAL_KNOWN_SHARES } from '../../ads/engine/evidence.ts';
import type { BidFacts } from '../../ads/engine/types.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const cents = (min: number, max: number) => fc.integer({ min, max });

const days = (price: number) =>
  fc
    .uniqueArray(
      fc.record({
        age: fc.integer({ min: 0, max: 120 }),
        clicks: fc.integer({ min: 0, max: 60 }),
        orders: fc.integer({ min: 0, max: 6 }),
        cost: cents(0, 50_00),
        isFeatured: fc.constantFrom(true, true, true, null, false),
        isInStock: fc.constantFrom(true, true, true, null, false),
        shift: fc.constantFrom(null, 1, 1, 0.9, 1.1, 0.8, 1.3),
      }),
      { selector: ({ age }) => age, maxLength: 12 },
    )
    .map((list) =>
      list.map(({ shift, ...day }) => ({
        ...day,
        orders: day.clicks === 0 ? 0 : day.orders,
        sales: null,
        price: shift === null ? null : Math.max(Math.round(price * shift), 1),
      })),
    );

const level = fc.record({
  strength: real(0.3, 20),
  orders: real(0, 300),
  clicks: real(0, 5_000),
});

/** Most listings are for sale and hold their buybox. */
const listing: fc.Arbitrary<BidFacts['listing']> = fc.record({
  buybox: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    fc.record({
      isHeld: fc.boolean(),
      sinceHours: fc.integer({ min: 0, max: 100 }),
      isPriceAtMinimum: fc.boolean(),
    }),
  ),
  chargesWithoutBuybox: fc.boolean(),
  isInStock: fc.constantFrom(null, true, true, true, true, false),
  daysOfCover: fc.constantFrom(null, null, 30, 30, 30, 5, 1),
});

export const bidFacts: fc.Arbitrary<BidFacts> = cents(1_00, 900_00).chain((price) =>
  fc.record({
    strategy: fc.constantFrom('profitability', 'growth', 'visibility', 'none'),
    goal: orNull(real(0.01, 0.6)),
    matchType: orNull(fc.constantFrom('EXACT', 'PHRASE', 'BROAD', 'AUTO', 'PRODUCT', 'CATEGORY')),
    price: fc.constant(price),
    margin: fc
      .oneof({ weight: 9, arbitrary: real(0.02, 0.7) }, real(-0.5, 0), fc.constant(null))
      .map((share) => (share === null ? null : { share, perUnit: share * price })),
    unitsPerOrder: fc.constantFrom(1, 1, 1.2, 2),
    elasticity: fc.constantFrom(null, null, 0.8, 1.8),
    days: days(price),
    knownShares: fc.constantFrom(USUAL_KNOWN_SHARES, [1], [0.5, 0.9]),
    accountConversion: real(0.002, 0.4),
    levels: fc.array(level, { maxLength: 2 }),
    strength: real(0.3, 20),
    multipliers: fc.record({ ros: real(0.3, 4), budget: real(0.1, 4) }),
    limits: fc.record({
      minimum: cents(2, 20),
      maximum: fc.oneof(cents(50, 2_00), cents(1_000_00, 3_700_00)),
      campaignBudget: orNull(cents(1_32, 500_00)),
      cap: orNull(cents(10, 10_00)),
    }),
    bid: fc.oneof({ weight: 9, arbitrary: cents(2, 15_00) }, fc.constant(null)),
    lastChange: orNull(
      fc.record({
        age: fc.integer({ min: 0, max: 6 }),
        bidBefore: orNull(cents(2, 15_00)),
        price: fc.constantFrom(null, price, Math.max(Math.round(price * 0.8), 1)),
      }),
    ),
    pace: fc.constantFrom('cautious', 'launch'),
    suggested: orNull(
      fc.tuple(cents(7, 3_00), cents(0, 3_00)).map(([low, more]) => ({ low, middle: low + more })),
    ),
    daysWithoutImpressions: fc.constantFrom(null, 0, 3, 7, 20),
    isExplored: fc.boolean(),
    listing,
    hasSpendingAlarm: fc.boolean(),
    loss: orNull(fc.record({ limit: cents(1, 1_000_00), lost: cents(0, 1_000_00) })),
  }),
);

/** Of these the bid moves freely: nothing about the listing holds it, and it has not changed lately. */
export const freeFacts: fc.Arbitrary<BidFacts> = bidFacts.map((facts) => ({
  ...facts,
  strategy: facts.strategy === 'none' ? 'growth' : facts.strategy,
  lastChange: null,
  listing: { buybox: null, chargesWithoutBuybox: false, isInStock: true, daysOfCover: null },
}));
