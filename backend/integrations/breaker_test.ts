import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { fail, ok, type Result } from '../kernel/result.ts';
import { createBreaker } from './breaker.ts';
import { type CallFailure, CIRCUIT_OPEN, type IncomingAnswer, neverLeft } from './marketplace.ts';

type Answer = Result<IncomingAnswer, CallFailure>;
const OPEN_MS = 120;

let now: number;
beforeEach(() => {
  now = 1_700_000_000_000;
});

/** The policy below uses the system's time. */
const systemTime = Date.now;
afterEach(() => {
  Date.now = systemTime;
});

const failed = (kind: CallFailure['kind'], code: string = kind): Answer =>
  fail({ kind, code, message: code, retryAfterMs: null });
const good: Answer = ok({ status: 200, body: {}, failure: null });
const broken: Answer = ok({
  status: 503,
  body: {},
  failure: { kind: 'unavailable', code: '503', message: 'HTTP 503', retryAfterMs: null },
});

function scene() {
  const changes: [string, boolean][] = [];
  let calls = 0;
  const breaker = createBreaker(
    { openMs: OPEN_MS },
    {
      elapsed: () => now,
      random: () => 1,
      onChange: (account, isOpen) => changes.push([account, isOpen]),
    },
  );
  const run = (answer: Answer | Promise<Answer>, account = 'a') =>
    breaker.run(account, () => {
      calls += 1;
      return Promise.resolve(answer);
    });
  const times = async (count: number, answer: Answer, account = 'a') => {
    for (let n = 0; n < count; n++) await run(answer, account);
  };
  return { run, times, changes, breaker, calls: () => calls };
}

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.error.code);
const waitForProbe = () => {
  now += OPEN_MS;
};

describe('the circuit of an account', () => {
  it('opens when no one answers, and reports for how long', async () => {
    const { run, times, calls, changes, breaker } = scene();
    await times(8, failed('unavailable', 'timeout'));
    const refused = await run(good);
    assert.equal(calls(), 8);
    assert.ok(!refused.ok && refused.error.code === CIRCUIT_OPEN);
    assert.ok(neverLeft(refused.error));
    assert.equal(refused.error.kind, 'unavailable');
    const { retryAfterMs } = refused.error;
    assert.ok(retryAfterMs === OPEN_MS);
    assert.equal(breaker.refusal('a')?.code, CIRCUIT_OPEN);
    assert.deepEqual(changes, [['a', true]]);
  });

  it('opens when half of the last calls fail', async () => {
    const { run, times } = scene();
    await times(10, good);
    await times(9, broken);
    assert.equal(codeOf(await run(good)), 'ok');
    await times(2, broken);
    assert.equal(codeOf(await run(good)), CIRCUIT_OPEN);
  });

  it('stays closed after any refusal of the marketplace', async () => {
    const { run, times } = scene();
    const kinds = ['rate_limited', 'unauthorized', 'forbidden', 'not_found', 'invalid'] as const;
    for (const kind of kinds) await times(20, failed(kind));
    await times(20, failed('unavailable', 'aborted'));
    assert.equal(codeOf(await run(good)), 'ok');
  });

  it('is separate for each account', async () => {
    const { run, times } = scene();
    await times(8, broken);
    assert.equal(codeOf(await run(good, 'b')), 'ok');
  });

  it('sends one call to see whether anybody is back, and closes when it is answered', async () => {
    const { run, times, calls, changes } = scene();
    await times(8, broken);
    waitForProbe();
    const answer = Promise.withResolvers<Answer>();
    const probe = run(answer.promise);
    assert.equal(codeOf(await run(good)), CIRCUIT_OPEN);
    assert.equal(calls(), 9);
    answer.resolve(good);
    assert.equal(codeOf(await probe), 'ok');
    assert.equal(codeOf(await run(good)), 'ok');
    assert.deepEqual(changes.at(-1), ['a', false]);
  });

  it('probes in time even if the machine’s clock is set back', async () => {
    const { run, times } = scene();
    await times(8, broken);
    Date.now = () => systemTime() - 5 * 60_000;
    waitForProbe();
    assert.equal(codeOf(await run(good)), 'ok');
  });

  it('opens again, for longer, when the probe fails or is broken off', async () => {
    for (const end of [broken, failed('unavailable', 'aborted')]) {
      const { run, times, breaker } = scene();
      await times(8, broken);
      waitForProbe();
      await run(end);
      const refused = await run(good);
      assert.equal(codeOf(refused), CIRCUIT_OPEN);
      assert.equal(breaker.refusal('a')?.retryAfterMs, 2 * OPEN_MS);
    }
  });
});
