import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { Offer } from '../../kernel/market.ts';
import { Story } from '../../testing/engine-story.ts';
import { competitor, decideBody, previewBody } from '../../testing/worked-cases.ts';
import { PreviewBody } from '../contract.ts';
import { decide } from './decide.ts';
import { toFacts, toMarket } from './preview-input.ts';
import { toRule } from './rule.ts';
import type { Memory } from './types.ts';

type Changes = Parameters<typeof previewBody>[0];

describe('PRIMAZIA over time', () => {
  it('climbs by halves, loses, returns, climbs below the lost price, and tries again after a day', () => {
    const story = new Story(100_00);
    const prices = (statuses: ('WINNING' | 'LOSING')[]) =>
      statuses.map((status) => {
        story.see(status, [110_00]);
        return story.price;
      });
    // Half of the way to 109.99 each time, until 107.49 loses.
    assert.deepEqual(prices(['WINNING', 'WINNING', 'LOSING']), [104_99, 107_49, 104_99]);
    // Now the ceiling is 107.48.
    assert.deepEqual(prices(['WINNING', 'WINNING']), [106_23, 106_85]);
    assert.deepEqual(prices(['LOSING', 'WINNING']), [106_23, 106_53]);
    assert.deepEqual([story.memory?.highestWon, story.memory?.lowestLost], [106_23, 106_85]);
    for (let n = 0; n < 8; n++) story.see('WINNING', [110_00]);
    assert.equal(story.price, 106_84);
    assert.equal(story.see('WINNING', [110_00]).code, 'winning');
    // A day after the loss the ceiling is the best competitor again.
    story.see('WINNING', [110_00], 24 * 60);
    assert.equal(story.price, 108_41);
  });

  it('counts a rise to a shared first place as lost', () => {
    const story = new Story(100_00);
    story.see('WINNING', [110_00]);
    story.see('CO_WINNING', [110_00]);
    assert.deepEqual([story.price, story.memory?.lowestLost], [100_00, 104_99]);
  });

  it('steps down by one percent at each new snapshot where the cheapest does not win, and never twice for one', () => {
    const story = new Story(100_00);
    for (const price of [99_00, 98_01, 97_02]) {
      story.see('LOSING', [110_00]);
      assert.equal(story.price, price);
      assert.equal(story.again('LOSING', [110_00]).code, 'already_there');
      assert.equal(story.price, price);
    }
    // It wins at 97.02, and 98.01 is known to lose.
    story.see('WINNING', [110_00]);
    assert.equal(story.price, 97_51);
    assert.equal(story.again('WINNING', [110_00]).code, 'already_there');
  });

  it('drops its memory in another market: a competitor changed by more than one percent, appeared or left', () => {
    const after = (competitors: number[]) => {
      const story = new Story(104_00);
      story.see('WINNING', [110_00, 112_00]);
      story.see('LOSING', [110_00, 112_00]);
      assert.equal(story.price, 104_00);
      story.see('WINNING', competitors);
      return story.memory?.lowestLost;
    };
    assert.equal(after([110_00, 112_00]), 106_99);
    // After a smaller change, known prices keep their ratio to its price.
    assert.equal(after([111_10, 112_00]), 108_06);
    assert.equal(after([108_90, 112_00]), 105_92);
    assert.equal(after([111_11, 112_00]), null);
    assert.equal(after([108_89, 112_00]), null);
    assert.equal(after([110_00]), null);
    assert.equal(after([110_00, 112_00, 130_00]), null);
  });

  it('takes a market in another order for the same', () => {
    const story = new Story(104_00);
    const offers = (ids: [string, number][]) =>
      ids.map(([id, price], n) => competitor(id, price, { position: n + 1 }));
    const body = (
      list: ReturnType<typeof offers>,
      observedAt: string,
      memory: Changes['memory'],
    ) => {
      const request = previewBody({
        rule: { strategy: 'PRIMAZIA' },
        status: 'WINNING',
        offers: list,
        memory,
      });
      return { ...request, market: { ...request.market!, observedAt } };
    };
    assert.equal(story.memory, null);
    const first = decideBody(
      body(
        offers([
          ['A', 110],
          ['B', 110.5],
        ]),
        '2026-11-20T11:50:00Z',
        { lowestLost: 105 },
      ),
    );
    assert.equal(first.memory?.against?.length, 2);
    const known: Offer['sellerId'][] = first.memory!.against!.map(({ sellerId }) => sellerId);
    assert.deepEqual(known, ['A', 'B']);
    const against = first.memory!.against!.map((each) => ({ ...each, price: each.price / 100 }));
    const next = decideBody(
      body(
        offers([
          ['B', 110],
          ['A', 110.5],
        ]),
        '2026-11-20T11:55:00Z',
        { lowestLost: 105, against },
      ),
    );
    assert.equal(next.memory?.lowestLost, 105_00);
  });

  it('drops a known winning price if it loses, but not a known losing price if it wins', () => {
    const lost = decideBody(
      previewBody({
        rule: { strategy: 'PRIMAZIA' },
        memory: { highestWon: 104 },
        offers: [competitor('R1', 95)],
      }),
    );
    assert.deepEqual([lost.price, lost.memory?.highestWon], [94_99, null]);
    const won = decideBody(
      previewBody({
        rule: { strategy: 'PRIMAZIA' },
        status: 'WINNING',
        memory: { lowestLost: 99 },
        offers: [competitor('R1', 110)],
      }),
    );
    assert.deepEqual(
      [won.code, won.memory?.lowestLost, won.memory?.highestWon],
      ['winning', 99_00, 100_00],
    );
  });

  it('takes every price above a reported price to win for lost', () => {
    const ask = (
      price: number,
      status: 'WINNING' | 'LOSING',
      minute: number,
      memory: Memory | null,
    ) => {
      const body = PreviewBody.parse(
        previewBody({
          rule: { strategy: 'PRIMAZIA' },
          status,
          priceToWin: 94,
          offers: [competitor('R1', 95)],
        }),
      );
      const now = new Date(2026, 10, 20, 9, minute);
      const market = { ...toMarket(body.market!), observedAt: now };
      return decide({ ...toFacts(body.listing!), price }, toRule(body.rule), market, memory, now);
    };
    const down = ask(100_00, 'LOSING', 1, null);
    assert.deepEqual([down.price, down.memory?.lowestLost], [94_00, 94_01]);
    // The winner gets its own price as the price to win: there is nothing between it and the price that lost.
    const there = ask(94_00, 'WINNING', 2, down.memory);
    assert.deepEqual([there.code, there.memory?.lowestLost], ['winning', 94_01]);
  });

  it('doubts a price to win that it lost at', () => {
    const at = (
      price: number,
      status: 'WINNING' | 'LOSING',
      minute: number,
      memory: Memory | null,
    ) => {
      const body = PreviewBody.parse(
        previewBody({
          rule: { strategy: 'PRIMAZIA' },
          status,
          priceToWin: status === 'WINNING' ? 110 : null,
          offers: [competitor('R1', 115)],
        }),
      );
      const market = { ...toMarket(body.market!), observedAt: new Date(2026, 10, 20, 9, minute) };
      const facts = { ...toFacts(body.listing!), price };
      return decide(facts, toRule(body.rule), market, memory, new Date(2026, 10, 20, 9, minute));
    };
    const up = at(100_00, 'WINNING', 1, null);
    assert.equal(up.price, 105_00);
    const back = at(105_00, 'LOSING', 2, up.memory);
    assert.equal(back.price, 100_00);
    // The reported price is 110.00 again, and 105.00 is known to lose: halfway to 104.99.
    const again = at(100_00, 'WINNING', 3, back.memory);
    assert.equal(again.price, 102_49);
  });

  it('takes a snapshot that still shows its old price for one about that price', () => {
    const ask = (price: number, shown: number, observedAt: string, memory: Memory | null) => {
      const offers = [
        competitor('me', shown, { isOwn: true }),
        competitor('R1', 110, { position: 2 }),
      ];
      const request = previewBody({ rule: { strategy: 'PRIMAZIA' }, status: 'WINNING', offers });
      const body = PreviewBody.parse({ ...request, market: { ...request.market, observedAt } });
      const facts = { ...toFacts(body.listing!), price };
      const now = new Date('2026-11-20T12:00:00Z');
      return decide(facts, toRule(body.rule), toMarket(body.market!), memory, now);
    };
    const up = ask(100_00, 100, '2026-11-20T11:50:00Z', null);
    assert.equal(up.price, 104_99);
    const late = ask(104_99, 100, '2026-11-20T11:51:00Z', up.memory);
    assert.equal(late.code, 'already_there');
    const next = ask(104_99, 104.99, '2026-11-20T11:52:00Z', late.memory);
    assert.equal(next.price, 107_49);
  });

  it('does not change its memory while it wins and keeps the price', () => {
    const story = new Story(109_99);
    story.see('WINNING', [110_00]);
    const { memory } = story;
    assert.equal(story.see('WINNING', [110_00]).code, 'winning');
    assert.equal(story.memory, memory);
  });

  it('learns nothing outside the buybox, where the lowest price wins', () => {
    const story = new Story(100_00, { competition: 'EXTERNAL' });
    for (let n = 0; n < 20; n++) story.see('LOSING', [110_00]);
    assert.equal(story.price, 109_99);
    assert.equal(story.memory?.lowestLost, null);
  });
});
