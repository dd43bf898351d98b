import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { timeLimit } from './time-limit.ts';

const LONG_MS = 60_000;
const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  );

describe('a time limit', () => {
  it('aborts when the time is up', async () => {
    const limit = timeLimit(1);
    const reason = await aborted(limit.signal);
    assert.ok(reason instanceof DOMException && reason.name === 'TimeoutError');
    assert.ok(limit.isLate());
    limit.release();
  });

  it('aborts with the outer signal, and was not late then', () => {
    const outer = new AbortController();
    const limit = timeLimit(LONG_MS, outer.signal);
    assert.equal(limit.signal.aborted, false);
    const reason = new Error('stop');
    outer.abort(reason);
    assert.equal(limit.signal.reason, reason);
    assert.equal(limit.isLate(), false);
    limit.release();
  });

  it('is over at once where the outer signal is', () => {
    const limit = timeLimit(LONG_MS, AbortSignal.abort('gone'));
    assert.equal(limit.signal.reason, 'gone');
    limit.release();
  });

  it('ignores the outer signal after it is released', () => {
    const outer = new AbortController();
    const limit = timeLimit(LONG_MS, outer.signal);
    limit.release();
    outer.abort();
    assert.equal(limit.signal.aborted, false);
  });
});
