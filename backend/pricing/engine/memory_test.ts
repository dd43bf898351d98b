import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { memories } from '../../testing/engine-cases.ts';
import { MemoryBody } from '../contract.ts';
import { fromStoredMemory, NOTHING, toMemory, toMemoryAnswer, toStoredMemory } from './memory.ts';

describe('a memory', () => {
  it('is the same after a round trip through the database', () =>
    fc.assert(
      fc.property(memories, (memory) => {
        const json = JSON.parse(JSON.stringify(toStoredMemory(memory)));
        assert.deepEqual(fromStoredMemory(json), memory);
      }),
      { numRuns: 1_000 },
    ));

  it('is the same after a round trip through a caller, to the cent', () =>
    fc.assert(
      fc.property(memories, (memory) => {
        const body = MemoryBody.parse(JSON.parse(JSON.stringify(toMemoryAnswer(memory))));
        assert.deepEqual(toMemory(body, null), memory);
      }),
      { numRuns: 1_000 },
    ));

  it('keeps only what is known', () => {
    assert.deepEqual(toStoredMemory(NOTHING), {});
    assert.deepEqual(toStoredMemory({ ...NOTHING, lowestLost: 105_00 }), { lowestLost: 105_00 });
    assert.deepEqual(fromStoredMemory({}), NOTHING);
  });

  it('that is invalid counts as none', () => {
    for (const broken of [null, undefined, 'x', 7, [], { lowestLost: 'high' }, { war: {} }]) {
      assert.equal(fromStoredMemory(broken), null);
    }
  });

  it('is requested in a short form', () => {
    assert.deepEqual(toMemory(MemoryBody.parse({ lowestLost: 105 }), null), {
      ...NOTHING,
      lowestLost: 105_00,
    });
  });
});
