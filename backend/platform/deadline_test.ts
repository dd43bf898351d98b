import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { deadline } from './deadline.ts';

const LONG_MS = 60_000;
const rung = (ms: number) => new Promise<void>((resolve) => deadline(ms, resolve));

describe('a deadline', () => {
  it('rings, and again for whoever comes after the line was empty', async () => {
    await rung(1);
    await rung(1);
  });

  it('rings for each that waits, in their order', async () => {
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => rung(5).then(() => order.push(n))));
    assert.deepEqual(order, [1, 2, 3]);
  });

  it('does not ring where it was called off, while the others do', async () => {
    const order: string[] = [];
    const callOff = deadline(5, () => order.push('first'));
    const second = rung(5).then(() => order.push('second'));
    callOff();
    callOff();
    await second;
    assert.deepEqual(order, ['second']);
  });

  it('waits for its own time, whoever waits for another', async () => {
    const callOff = deadline(LONG_MS, () => assert.fail('too early'));
    await rung(1);
    callOff();
  });

  it('leaves no timer behind where all were called off', () => {
    const ends = [1, 2].map(() => deadline(LONG_MS, () => assert.fail('too early')));
    for (const end of ends) end();
  });

  it('may be followed by another out of its own ringing', async () => {
    await new Promise<void>((resolve) => deadline(1, () => deadline(1, resolve)));
  });
});
