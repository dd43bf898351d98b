import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { CLOSED_AFTER, createOffersCall, type OffersAnswer, PROBE_MS } from './offers-call.ts';

const HOUR = 3_600_000;
const at = (ms: number) => new Date(Date.UTC(2026, 4, 6) + ms);

describe('the call that lists the sellers of a product', () => {
  for (const answer of ['refused', 'empty'] as const) {
    it(`is closed once ${CLOSED_AFTER} different products were ${answer}`, () => {
      const call = createOffersCall();
      for (let n = 1; n < CLOSED_AFTER; n++) call.record(`MLB${n}`, answer, at(n));
      call.record('MLB1', answer, at(50));
      assert.equal(call.isClosed(), false);
      call.record('MLB20', answer, at(60));
      assert.equal(call.isClosed(), true);
    });
  }

  it('is not closed by products that were unanswered over more than an hour', () => {
    const call = createOffersCall();
    for (let n = 0; n < 100; n++) call.record(`MLB${n}`, 'empty', at(n * (HOUR / 15)));
    assert.equal(call.isClosed(), false);
  });

  it('is tried again by one product at a time, and open as soon as that is answered', () => {
    const call = createOffersCall();
    for (let n = 0; n < CLOSED_AFTER; n++) call.record(`MLB${n}`, 'refused', at(0));
    assert.deepEqual(
      [0, PROBE_MS - 1, PROBE_MS, PROBE_MS + 1].map((ms) => call.mayCall(at(ms))),
      [false, false, true, false],
    );
    call.record('MLB7', 'refused', at(PROBE_MS));
    assert.equal(call.isClosed(), true);
    call.record('MLB8', 'answered', at(2 * PROBE_MS));
    assert.deepEqual([call.isClosed(), call.mayCall(at(2 * PROBE_MS))], [false, true]);
  });

  it('is closed exactly where so many different products of the last hour follow the last answer', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            product: fc.integer({ min: 1, max: 30 }),
            answer: fc.constantFrom<OffersAnswer[]>(
              ...Array(20).fill('refused'),
              ...Array(20).fill('empty'),
              'answered',
            ),
            minutes: fc.integer({ min: 0, max: 6 }),
          }),
          { maxLength: 120 },
        ),
        (record) => {
          const call = createOffersCall();
          const past: { product: number; at: number; answer: OffersAnswer }[] = [];
          let now = 0;
          let wasClosed = false;
          for (const { product, answer, minutes } of record) {
            now += minutes * 60_000;
            past.push({ product, at: now, answer });
            call.record(`MLB${product}`, answer, at(now));
            const since = past.slice(past.findLastIndex((one) => one.answer === 'answered') + 1);
            const recent = since.filter((one) => now - one.at <= HOUR);
            const different = new Set(recent.map((one) => one.product)).size;
            // Closed once, it stays so until an answer.
            wasClosed = answer !== 'answered' && (wasClosed || different >= CLOSED_AFTER);
            assert.equal(call.isClosed(), wasClosed);
          }
        },
      ),
      { numRuns: 500 },
    ));
});
