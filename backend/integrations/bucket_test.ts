import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { type Bucket, backOff, FRESH, type Limit, type TokenRequest, take } from './bucket.ts';

const SLOW: Limit = { perSecond: 0.5, burst: 1 };
const FAST: Limit = { perSecond: 20, burst: 50 };
const usual = (want = 1, more: Partial<TokenRequest> = {}): TokenRequest => ({
  want,
  urgent: false,
  patienceMs: 0,
  keepMs: 0,
  ...more,
});
const urgent = (patienceMs: number): TokenRequest => usual(1, { urgent: true, patienceMs });

/** Requests one after the other; gives what was granted. */
function run(limit: Limit, asks: { at: number; ask: TokenRequest }[], from: Bucket = FRESH) {
  let bucket = from;
  return asks.map(({ at, ask }) => {
    const [after, taken] = take(bucket, limit, ask, at);
    bucket = after;
    return taken;
  });
}

describe('a bucket', () => {
  it('gives what is there, then reports when the next is', () => {
    const [first, second, third] = run(SLOW, [
      { at: 1_000, ask: usual() },
      { at: 1_500, ask: usual() },
      { at: 3_000, ask: usual() },
    ]);
    assert.deepEqual(first, { granted: 1, waitMs: 0, perSecond: 0.5 });
    assert.deepEqual(second, { granted: 0, waitMs: 1_500, perSecond: 0.5 });
    assert.equal(third?.granted, 1);
  });

  it('reserves a share for urgent calls if it has several', () => {
    const [many, none, saved] = run(FAST, [
      { at: 0, ask: usual(100) },
      { at: 0, ask: usual() },
      { at: 0, ask: usual(100, { urgent: true }) },
    ]);
    assert.deepEqual([many?.granted, none?.granted, saved?.granted], [40, 0, 10]);
  });

  it('lets an urgent call take a token ahead, before every usual one', () => {
    const asks = [
      { at: 0, ask: usual() },
      { at: 100, ask: urgent(3_000) },
      { at: 100, ask: urgent(3_000) },
      { at: 2_000, ask: usual() },
      { at: 4_000, ask: usual() },
    ];
    const [, ahead, tooLate, pushedOut, later] = run(SLOW, asks);
    assert.deepEqual(ahead, { granted: 1, waitMs: 1_900, perSecond: 0.5 });
    assert.deepEqual(tooLate, { granted: 0, waitMs: 3_900, perSecond: 0.5 });
    assert.equal(pushedOut?.granted, 0);
    assert.equal(later?.granted, 1);
  });

  it('pauses as long as the longest required pause, urgent or not', () => {
    const resting = backOff(backOff(FRESH, 5_000), 2_000);
    const [soon, later] = run(
      FAST,
      [
        { at: 4_000, ask: urgent(10_000) },
        { at: 5_000, ask: usual() },
      ],
      resting,
    );
    assert.deepEqual(soon, { granted: 0, waitMs: 1_000, perSecond: 20 });
    assert.equal(later?.granted, 1);
  });

  it('waits for no clock that was ahead and is put back', () => {
    const day = 86_400_000;
    const [used] = take(backOff(FRESH, day + 30_000), FAST, usual(20), day + 60_000);
    assert.equal(used.blockedUntil, day + 30_000);
    const [some, soon] = run(
      FAST,
      [
        { at: 0, ask: usual() },
        { at: 600, ask: usual() },
      ],
      used,
    );
    assert.deepEqual([some?.granted, soon?.granted], [0, 1]);
    const [ahead] = run(SLOW, [{ at: 0, ask: urgent(2_000) }], { ...FRESH, fullAt: day });
    assert.deepEqual(ahead, { granted: 1, waitMs: 2_000, perSecond: 0.5 });
  });

  it('keeps to the rate that the marketplace reported', () => {
    const reported = { ...FRESH, reportedPerSecond: 2 };
    const [, refused] = run(
      SLOW,
      [
        { at: 0, ask: usual() },
        { at: 100, ask: usual() },
      ],
      reported,
    );
    assert.deepEqual(refused, { granted: 0, waitMs: 400, perSecond: 2 });
  });

  it('never gives more over any span than the limit, however late its tokens are used', () => {
    const ask = fc.record({
      pauseMs: fc.integer({ min: 0, max: 2_000 }),
      want: fc.integer({ min: 1, max: 30 }),
      urgent: fc.boolean(),
      lateMs: fc.integer({ min: 0, max: 1_000 }),
    });
    const limits = fc.record({
      perSecond: fc.double({ min: 0.02, max: 50, noNaN: true }),
      burst: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(limits, fc.array(ask, { maxLength: 60 }), (limit, asks) => {
        const keepMs = Math.min(1_000, (limit.burst - 1) * (500 / limit.perSecond));
        let at = 0;
        let bucket = FRESH;
        const used: number[] = [];
        for (const one of asks) {
          at += one.pauseMs;
          const given: TokenRequest = {
            want: one.want,
            urgent: one.urgent,
            patienceMs: 2_000,
            keepMs,
          };
          const [after, taken] = take(bucket, limit, given, at);
          bucket = after;
          for (let n = 0; n < taken.granted; n++)
            used.push(at + taken.waitMs + Math.min(one.lateMs, keepMs));
        }
        used.sort((a, b) => a - b);
        for (let from = 0; from < used.length; from++) {
          for (let to = from; to < used.length; to++) {
            const span = (used[to]! - used[from]!) / 1_000;
            const allowed = limit.burst + limit.perSecond * span + 1e-6;
            assert.ok(to - from + 1 <= allowed, `${to - from + 1} calls in ${span} s`);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
