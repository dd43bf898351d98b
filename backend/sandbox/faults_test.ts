import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createFaults, type Fault, type FaultyCall } from './faults.ts';
import { diceAt } from './world/dice.ts';

const CALL: FaultyCall = {
  marketplace: 'amazon',
  operation: 'getItem',
  method: 'GET',
  path: '/items/1',
};

function met(fault: Fault, calls: number, seed = 1, call = CALL) {
  const faults = createFaults(diceAt(seed).roll);
  faults.add(fault);
  return Array.from({ length: calls }, () => faults.take(call) !== null);
}
const count = (list: readonly boolean[]) => list.filter(Boolean).length;

describe('faults', () => {
  it('are met once, or as often as set', () => {
    assert.deepEqual(met({ kind: 'error' }, 3), [true, false, false]);
    assert.deepEqual(met({ kind: 'error', count: 2 }, 3), [true, true, false]);
  });

  it('are met by a share of calls, the same ones for the same seed', () => {
    const first = met({ kind: 'error', rate: 0.2 }, 1_000);
    assert.ok(count(first) > 150 && count(first) < 250, `${count(first)}`);
    assert.deepEqual(met({ kind: 'error', rate: 0.2 }, 1_000), first);
    assert.notDeepEqual(met({ kind: 'error', rate: 0.2 }, 1_000, 2), first);
    assert.equal(count(met({ kind: 'error', rate: 1, count: 3 }, 10)), 3);
    assert.equal(count(met({ kind: 'error', rate: 0 }, 10)), 0);
  });

  it('are met only by calls that fit', () => {
    const fits = (fault: Partial<Fault>, call: Partial<FaultyCall> = {}) =>
      met({ kind: 'error', ...fault }, 1, 1, { ...CALL, ...call })[0];
    assert.equal(fits({ marketplace: 'amazon', operation: 'getItem', method: 'get' }), true);
    assert.equal(fits({ marketplace: 'mercadolivre' }), false);
    assert.equal(fits({ operation: 'putItem' }), false);
    assert.equal(fits({ operation: 'getItem' }, { operation: null }), false);
    assert.equal(fits({ method: 'PUT' }), false);
    assert.equal(fits({ path: '/items/' }), true);
    assert.equal(fits({ path: '/users/' }), false);
    assert.equal(fits({ kind: 'token_refused' }), false);
    assert.equal(fits({ kind: 'token_refused' }, { operation: 'token' }), true);
  });

  it('of single entries in a batch affect only these', () => {
    const faults = createFaults(diceAt(1).roll);
    faults.add({ kind: 'item_error', count: 1 });
    assert.equal(faults.take(CALL), null);
    assert.equal(faults.takeItem(CALL), true);
    assert.equal(faults.takeItem(CALL), false);
  });

  it('hold calls back until they are cleared', async () => {
    const faults = createFaults(diceAt(1).roll);
    const held = faults.hold(600_000);
    faults.add({ kind: 'error', rate: 1 });
    faults.clear();
    await held;
    assert.equal(faults.take(CALL), null);
  });
});
