// Whatever limit is entered or sent, no price outside of it may be sent to a marketplace.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_AMOUNT, toMinor } from '../kernel/money.ts';
import { RuleInput } from '../pricing/contract.ts';
import { decide } from '../pricing/engine/decide.ts';
import { toRule } from '../pricing/engine/rule.ts';
import type { ListingFacts } from '../pricing/engine/types.ts';
import { mayLeave } from '../pricing/safety/engine/guard.ts';
import { STRATEGY_KEYS } from '../pricing/strategies/registry.ts';
import { competitor } from './pricing-scene.ts';

/** No limit on the size of a change: another guard checks that. */
const AS_FAR = {
  recent: { present: 1, lowest: 1, highest: 1 },
  limits: { maxStepPercent: 1e13, maxDayPercent: 1e13 },
};
const ANY = { ...AS_FAR, minPrice: null, maxPrice: null, isUndo: true };

/** What people, programs and spreadsheets send for a price of 100.00: nothing, nonsense, the wrong unit, the wrong scale. */
export const ODD_AMOUNTS: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'null', true, false, [], [80], {}, { amount: 80 }],
  ...[0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, 5e-324, -1e308],
  ...[-80, -0.01, 0.001, 0.009, 79.999, 80.005, 99_999_999.99, 100_000_000.01, 2 ** 53],
  ...[
    '80',
    '80.00',
    '80,00',
    '1.299,00',
    '1,299.00',
    'R$ 80',
    '8e1',
    '0x50',
    '٨٠',
    '80 ',
    '∞',
    'NaN',
  ],
  ...[0.01, 0.8, 1, 8, 10, 80, 99.99, 100, 100.01, 800, 8_000, 10_000, 541.3, 1_848.2, 18_482],
];

const odd = fc.constantFrom(...ODD_AMOUNTS);
const amount = fc.oneof(
  odd,
  fc.double(),
  fc.float(),
  fc.integer({ min: -100_000, max: 1_000_000 }),
  fc.string(),
);
const minor = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.constantFrom(1, 2, 9_999_999_999, 10_000),
);

const attempt = fc.record({
  minPrice: amount,
  maxPrice: amount,
  adjustment: fc.record({ type: fc.constantFrom('VALUE', 'PERCENTAGE'), amount }),
  safeMargin: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, amount),
  strategy: fc.constantFrom(...STRATEGY_KEYS),
  competition: fc.constantFrom('BUYBOX', 'EXTERNAL'),
  considerShippingPrice: fc.boolean(),
  applyMinPriceWhenLosing: fc.boolean(),
  price: minor,
  shippingPrice: fc.oneof(fc.constant(0), minor),
  status: fc.constantFrom('WINNING' as const, 'LOSING' as const, 'CO_WINNING' as const),
  competitors: fc.array(minor, { maxLength: 3 }),
});

/** Half of the attempts are valid rules, so that prices are decided. */
const sound = fc.record({
  minPrice: fc.integer({ min: 1, max: 20_000 }).map((cents) => cents / 100),
  span: fc.integer({ min: 1, max: 20_000 }),
  blank: fc.constantFrom('none', 'min', 'max', 'both'),
});

export interface PennyReport {
  inputs: number;
  /** Inputs that made a rule, and of those what the engine made of them. */
  accepted: number;
  automatic: number;
  waiting: number;
}

/**
 * Sends inputs through the API's validation and the engine, and checks every resulting price against the limits as they
 * were sent. Throws at the first outside of them, with the seed that reproduces it.
 */
export function pennyGuard(inputs: number, seed: number): PennyReport {
  const report: PennyReport = { inputs, accepted: 0, automatic: 0, waiting: 0 };
  const now = new Date('2026-05-04T12:00:00.000Z');
  fc.assert(
    fc.property(attempt, fc.option(sound), (raw, hold) => {
      const { price, shippingPrice, status, competitors, ...rule } = raw;
      const limits =
        hold === null
          ? { minPrice: rule.minPrice, maxPrice: rule.maxPrice }
          : {
              minPrice: ['min', 'both'].includes(hold.blank) ? undefined : hold.minPrice,
              maxPrice: ['max', 'both'].includes(hold.blank)
                ? null
                : (Math.round(hold.minPrice * 100) + hold.span) / 100,
            };
      // As serialized: what JSON cannot express, such as NaN, becomes null.
      const body: unknown = JSON.parse(
        JSON.stringify({ ...rule, ...limits, name: 'Regra', listingIds: [1] }),
      );
      const parsed = RuleInput.safeParse(body);
      if (!parsed.success) return;
      report.accepted += 1;
      const sent = body as { minPrice?: number | null; maxPrice?: number | null };
      const listing: ListingFacts = {
        price,
        shippingPrice,
        currencyCode: 'BRL',
        marketplaceId: 2,
        status: 'ENABLED',
        stock: 1,
        promotionStatus: 'none',
        condition: 'new',
        lastSetPrice: null,
        costs: null,
        acos: null,
        roas: null,
      };
      const offers = competitors.map((each, n) => competitor(`R${n}`, each, { position: n + 1 }));
      const buybox = { status, winnerSellerId: 'R0', priceToWin: null, reason: null };
      const terms = toRule(parsed.data);
      const decision = decide(listing, terms, { observedAt: now, buybox, offers }, null, now);
      if (decision.price === null) return;

      const cents = decision.price;
      assert.ok(Number.isSafeInteger(cents) && cents > 0, `${cents} is no price`);
      if (typeof sent.minPrice === 'number') {
        assert.ok(cents >= Math.round(sent.minPrice * 100), `${cents} is below ${sent.minPrice}`);
      }
      if (typeof sent.maxPrice === 'number') {
        assert.ok(cents <= Math.round(sent.maxPrice * 100), `${cents} is above ${sent.maxPrice}`);
      }
      // No price above the largest amount may be sent.
      if (cents > toMinor(MAX_AMOUNT)) {
        assert.equal(mayLeave(cents, { ...ANY, isWanted: true }), 'not_a_price');
        return;
      }
      const { minPrice, maxPrice } = terms;
      const bounds = { ...AS_FAR, minPrice, maxPrice, isUndo: false };
      const alone = mayLeave(cents, { ...bounds, isWanted: false });
      assert.equal(mayLeave(cents, { ...bounds, isWanted: true }), null);
      if (typeof sent.minPrice !== 'number') {
        assert.deepEqual([decision.state, alone], ['pending', 'no_minimum']);
        report.waiting += 1;
      } else {
        assert.deepEqual([decision.state, alone], ['sent', null]);
        report.automatic += 1;
      }
    }),
    { numRuns: inputs, seed },
  );
  return report;
}
