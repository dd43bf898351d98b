import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { toAmountOrNull } from '../../kernel/money.ts';
import { BID_CASES } from '../../testing/ads/cases.ts';
import { rowOf, TABLE_HEAD } from '../../testing/ads/table.ts';
import { BidPreviewBody } from '../contract.ts';
import { decideBid } from './decide.ts';
import { toBidFacts } from './preview-input.ts';

describe('the worked cases', () => {
  for (const { name, body, expected } of BID_CASES) {
    it(name, () => {
      const { outcome, code, bid, wouldBe, bound } = decideBid(
        toBidFacts(BidPreviewBody.parse(body)),
      );
      assert.deepEqual(
        { outcome, code, bid: toAmountOrNull(bid), wouldBe: toAmountOrNull(wouldBe), bound },
        expected,
      );
    });
  }
});

it('the table of the documentation has the worked cases', async () => {
  const text = await Deno.readTextFile(new URL('../../../docs/ads-engine.md', import.meta.url));
  const table = text.slice(text.indexOf(TABLE_HEAD[0])).trim().split('\n');
  assert.deepEqual(table, [...TABLE_HEAD, ...BID_CASES.map(rowOf)]);
});
