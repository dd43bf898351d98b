import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { MANIFESTS } from '../../../integrations/registry.ts';
import type { PromotionStatus } from '../../../kernel/market.ts';
import type { MoverKind } from '../../contract/movers.ts';
import { hintsAtMover, moverOf } from './attribution.ts';

const REFUSALS = Object.assign({}, ...MANIFESTS.map(({ refusals }) => refusals));

describe('a refused price belongs to', () => {
  const cases: [string, PromotionStatus, boolean, MoverKind | null][] = [
    ['item.price.not_modifiable', 'none', false, 'automation'],
    ['item.price.not_modifiable', 'pending', false, 'automation'],
    ['item.price.not_modifiable', 'started', false, 'promotion'],
    ['price_automated', 'none', false, 'automation'],
    ['in_promotion', 'none', false, 'promotion'],
    ['price_unchanged', 'none', true, 'automation'],
    ['price_unchanged', 'started', false, 'promotion'],
    ['price_unchanged', 'none', false, null],
    ['outside_change', 'none', false, 'other_tool'],
    ['outside_change', 'none', true, 'automation'],
    ['outside_change', 'started', false, 'promotion'],
    ['item.price.invalid', 'started', true, null],
    ['constructor', 'started', true, null],
  ];
  for (const [code, promotionStatus, isAutomated, mover] of cases)
    it(`${mover ?? 'no one known'}: ${code}, promotion ${promotionStatus}${isAutomated ? ', automated' : ''}`, () => {
      assert.equal(moverOf(code, { promotionStatus, isAutomated }, REFUSALS), mover);
      if (mover !== null) assert.ok(hintsAtMover(code, REFUSALS));
    });
});
