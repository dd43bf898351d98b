import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { Notice } from '../integrations/marketplace.ts';
import { createHandover } from './handover.ts';

const notice = (sku: string): Notice => ({
  sellerId: 'seller',
  subject: { skuMarketplace: sku },
  about: 'market',
  market: null,
});

describe('notices handed over', () => {
  it('are those of a company, until they are taken', () => {
    const handover = createHandover();
    handover.add(1, 10, notice('A'));
    handover.add(2, 11, notice('B'));
    handover.add(1, 12, notice('C'));
    assert.deepEqual(
      [...handover.of(1)],
      [
        [10, notice('A')],
        [12, notice('C')],
      ],
    );
    handover.remove(1, [10, 11]);
    assert.deepEqual([...handover.of(1).keys()], [12]);
    assert.deepEqual([...handover.of(2).keys()], [11]);
    handover.remove(1, [12]);
    assert.equal(handover.of(1).size, 0);
    assert.equal(handover.added(), 3);
  });

  it('stay as they were asked for while others come and go', () => {
    const handover = createHandover();
    handover.add(1, 10, notice('A'));
    const asked = handover.of(1);
    handover.remove(1, [10]);
    handover.add(1, 11, notice('B'));
    assert.deepEqual([...asked.keys()], [10]);
  });

  it('are never more than so many: those that came first are forgotten', () => {
    const handover = createHandover(2);
    for (const [companyId, id] of [
      [1, 10],
      [2, 11],
      [1, 12],
      [3, 13],
    ] as const)
      handover.add(companyId, id, notice(String(id)));
    const held = [1, 2, 3].flatMap((companyId) => [...handover.of(companyId).keys()]);
    assert.deepEqual(held, [12, 13]);
  });
});
