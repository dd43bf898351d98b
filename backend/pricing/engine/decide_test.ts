import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { toMinorOrNull } from '../../kernel/money.ts';
import {
  decideBody as ask,
  competitor,
  previewBody,
  WORKED_CASES,
} from '../../testing/worked-cases.ts';
import { USUAL } from './types.ts';

describe('the worked cases of the design', () => {
  for (const { name, body, expected } of WORKED_CASES) {
    it(name, () => {
      const decision = ask(body);
      assert.equal(decision.outcome, expected.outcome);
      assert.equal(decision.code, expected.code ?? null);
      assert.equal(decision.price, toMinorOrNull(expected.price ?? null));
      if (expected.eventType) assert.equal(decision.eventType, expected.eventType);
      if (expected.priceTag) assert.equal(decision.priceTag, expected.priceTag);
    });
  }
});

const one = [competitor('R1', 95)];

describe('gates, in their order', () => {
  const codeOf = (changes: Parameters<typeof previewBody>[0]) =>
    ask(previewBody({ offers: one, ...changes })).code;
  const past = '2026-11-19T00:00:00Z';
  const future = '2026-11-21T00:00:00Z';
  for (const status of ['disabled', 'paused', 'archived'] as const) {
    it(`a ${status} rule`, () => assert.equal(codeOf({ rule: { status } }), 'rule_inactive'));
  }
  it('not started', () => assert.equal(codeOf({ rule: { startDate: future } }), 'rule_inactive'));
  it('past its end', () => assert.equal(codeOf({ rule: { endDate: past } }), 'rule_inactive'));
  it('its last day still counts', () =>
    assert.equal(codeOf({ rule: { endDate: '2026-11-20' } }), null));
  it('no stock', () => assert.equal(codeOf({ listing: { stock: 0 } }), 'listing_inactive'));
  it('paused listing', () =>
    assert.equal(codeOf({ listing: { status: 'PAUSED' } }), 'listing_inactive'));
  it('syncing', () => assert.equal(codeOf({ status: 'SYNCING' }), 'no_market_data'));
  it('no snapshot', () =>
    assert.equal(ask({ ...previewBody({}), market: null }).code, 'no_market_data'));
  it('not competing', () => assert.equal(codeOf({ status: 'NOT_COMPETING' }), 'not_competing'));
  it('not competing does not hold back EXTERNAL', () =>
    assert.equal(codeOf({ status: 'NOT_COMPETING', rule: { competition: 'EXTERNAL' } }), null));
  it('the rule is checked before the listing', () =>
    assert.equal(codeOf({ rule: { status: 'paused' }, listing: { stock: 0 } }), 'rule_inactive'));
  it('stale market', () => {
    const body = previewBody({ offers: one });
    const market = { ...body.market!, observedAt: '2026-11-19T11:59:59Z' };
    assert.equal(ask({ ...body, market }).code, 'stale_market');
    const fresh = { ...market, observedAt: '2026-11-19T12:00:00Z' };
    assert.equal(ask({ ...body, market: fresh }).code, null);
    const inFuture = { ...market, observedAt: '2099-01-01T00:00:00Z' };
    assert.equal(ask({ ...body, market: inFuture }).code, 'no_market_data');
  });
  it('a rule by ad figures needs no market', () => {
    const rule = { competition: 'ACOS' as const, acosLimit: 10 };
    const body = previewBody({ rule, listing: { acos: 20 }, status: 'SYNCING' });
    assert.equal(ask(body).price, 100_01);
    assert.equal(ask({ ...body, market: null }).price, 100_01);
    assert.equal(
      ask({ ...body, market: { ...body.market!, observedAt: '2026-01-01T00:00:00Z' } }).price,
      100_01,
    );
  });
  it('a rule by listings loses and regains control as any other', () => {
    const rule = { competition: 'ACOS' as const, acosLimit: 10 };
    const listing = { acos: 20, lastSetPrice: 98 };
    const lost = ask(previewBody({ rule: { ...rule, control: 'LOSE' }, listing }));
    assert.equal(lost.outcome, 'PAUSE_RULE');
    assert.equal(ask(previewBody({ rule, listing })).eventType, 'regained_control');
  });
  it('a promotion is reported before an unknown cost', () => {
    const rule = { minPrice: null, minimumBy: 'MARGIN' as const, minimumPercent: 10 };
    assert.equal(codeOf({ rule }), 'no_cost');
    assert.equal(codeOf({ rule, listing: { promotionStatus: 'started' } }), 'in_promotion');
  });
  it('the stop switch is reported before a promotion', () => {
    const body = previewBody({ offers: one, listing: { promotionStatus: 'started' } });
    const decision = ask(body, { ...USUAL, stopsPriceChanges: true });
    assert.deepEqual([decision.outcome, decision.code], ['KEEP', 'kill_switch']);
  });
  it('a marketplace without a buybox, or that reports no competitors', () => {
    const at = (
      competition: 'BUYBOX' | 'EXTERNAL',
      hasBuybox: boolean,
      reportsCompetitors: boolean,
    ) =>
      ask(previewBody({ offers: [], rule: { competition } }), {
        ...USUAL,
        traits: new Map([[2, { hasBuybox, reportsCompetitors }]]),
      });
    assert.equal(at('BUYBOX', false, true).code, 'no_buybox');
    assert.equal(at('BUYBOX', true, false).code, 'competitors_not_reported');
    const unreported = at('EXTERNAL', false, false);
    assert.deepEqual(
      [unreported.outcome, unreported.code, unreported.price],
      ['KEEP', 'competitors_not_reported', null],
    );
    assert.equal(at('EXTERNAL', false, true).outcome, 'CHANGE');
  });
  it('a pending promotion does not block', () =>
    assert.equal(codeOf({ listing: { promotionStatus: 'pending' } }), null));
});

describe('who counts as a competitor', () => {
  const priceWith = (offers: ReturnType<typeof competitor>[], rule = {}) =>
    ask(previewBody({ offers: [...offers, competitor('Z', 99, { position: 9 })], rule })).price;
  it('own offers never', () =>
    assert.equal(priceWith([competitor('A', 90, { isOwn: true })]), 98_99));
  it('unavailable ones never', () =>
    assert.equal(priceWith([competitor('A', 90, { available: false })]), 98_99));
  it('another condition never', () =>
    assert.equal(priceWith([competitor('A', 90, { condition: 'used' })]), 98_99));
  it('EXTERNAL leaves similar products out', () => {
    const similar = [competitor('A', 90, { comparison: 'SIMILAR' })];
    assert.equal(priceWith(similar, { competition: 'EXTERNAL' }), 98_99);
    assert.equal(priceWith(similar, { competition: 'EXTERNAL', comparison: 'SIMILAR' }), 89_99);
    assert.equal(priceWith(similar), 89_99);
  });
  it('EXTERNAL on one marketplace leaves the others out', () => {
    const elsewhere = [competitor('A', 90, { marketplaceId: 3 })];
    const external = { competition: 'EXTERNAL' as const };
    assert.equal(priceWith(elsewhere, external), 89_99);
    const oneMarketplace = { ...external, allMarketplaces: false, marketplaceId: 2 as const };
    assert.equal(priceWith(elsewhere, oneMarketplace), 98_99);
  });
  it('each kind of rule has its own exceptions', () => {
    const offers = [competitor('A', 90)];
    assert.equal(priceWith(offers, { outsideBuyboxExceptions: ['A'] }), 89_99);
    const external = { competition: 'EXTERNAL' as const };
    assert.equal(priceWith(offers, { ...external, buyboxExceptions: ['A'] }), 89_99);
    assert.equal(priceWith(offers, { ...external, outsideBuyboxExceptions: ['A'] }), 98_99);
  });
});

describe('base, buybox and strategy', () => {
  const offers = [competitor('W', 97), competitor('L', 95, { position: 2 })];
  it('WINNER takes the offer that holds the buybox', () =>
    assert.equal(ask(previewBody({ offers, rule: { baseOn: 'WINNER' } })).price, 96_99));
  it('WINNER that is ours falls back to the best competitor', () => {
    const ours = [competitor('me', 97, { isOwn: true }), competitor('L', 95, { position: 2 })];
    const body = previewBody({ offers: ours, status: 'CO_WINNING', rule: { baseOn: 'WINNER' } });
    assert.equal(ask(body).price, 94_99);
  });
  it('WINNER that is an exception falls back to the best competitor', () => {
    const rule = { baseOn: 'WINNER' as const, buyboxExceptions: ['W'] };
    assert.equal(ask(previewBody({ offers, rule })).price, 94_99);
  });
  it('a tie goes to the better position', () => {
    const tie = [competitor('B', 95, { position: 3 }), competitor('A', 95, { position: 1 })];
    assert.equal(ask(previewBody({ offers: tie })).rival?.sellerId, 'A');
  });
  it('a shared first place is not enough for WIN, and enough for MATCH', () => {
    const shared = { offers: [competitor('A', 90)], status: 'CO_WINNING' as const };
    assert.equal(ask(previewBody(shared)).price, 89_99);
    assert.equal(ask(previewBody({ ...shared, rule: { strategy: 'MATCH' } })).code, 'winning');
  });
  it('MATCH that wins, if only with others, uses the best competitor instead of its base', () => {
    const shared = { offers, status: 'CO_WINNING' as const, listing: { price: 94 } };
    const rule = { strategy: 'MATCH' as const, baseOn: 'WINNER' as const };
    assert.equal(ask(previewBody({ ...shared, rule })).price, 95_00);
    assert.equal(ask(previewBody({ offers, listing: { price: 94 }, rule })).price, 97_00);
  });
  it('EXTERNAL wins by its own comparable price', () => {
    const rule = { competition: 'EXTERNAL' as const };
    const below = previewBody({ offers: [competitor('A', 110)], rule });
    assert.deepEqual([ask(below).price, ask(below).eventType], [109_99, 'increase_margin']);
    const level = previewBody({ offers: [competitor('A', 100)], rule });
    assert.deepEqual([ask(level).price, ask(level).eventType], [99_99, 'to_win']);
    assert.equal(
      ask(previewBody({ offers: [competitor('A', 100)], rule: { ...rule, strategy: 'MATCH' } }))
        .code,
      'already_there',
    );
  });
  it('WIN never takes less than a tick off', () => {
    const rule = { adjustment: { type: 'VALUE' as const, amount: 0 } };
    assert.equal(ask(previewBody({ offers: one, rule })).price, 94_99);
    const tiny = { adjustment: { type: 'PERCENTAGE' as const, amount: 0.0001 } };
    assert.equal(ask(previewBody({ offers: one, rule: tiny })).price, 94_99);
  });
  it('WIN rounds down to a tick, LOSE up', () => {
    const adjustment = { type: 'PERCENTAGE' as const, amount: 3 };
    const odd = [competitor('A', 95.55)];
    assert.equal(ask(previewBody({ offers: odd, rule: { adjustment } })).price, 92_68);
    assert.equal(
      ask(previewBody({ offers: odd, rule: { adjustment, strategy: 'LOSE' } })).price,
      98_42,
    );
  });
  it('a custom rule that does not win may raise the price', () => {
    const decision = ask(previewBody({ offers: [competitor('A', 110)] }));
    assert.deepEqual([decision.price, decision.eventType], [109_99, 'to_win']);
  });
  it('LOSE lowers even while winning', () => {
    const body = previewBody({
      offers: one,
      status: 'WINNING',
      winnerSellerId: 'me',
      rule: { strategy: 'LOSE', adjustment: { type: 'VALUE', amount: 1 } },
    });
    assert.deepEqual([ask(body).price, ask(body).eventType], [96_00, 'adjusting_rule']);
  });
  it('a LOSE rule without a competitor raises for margin, and adjusts where its maximum is lower', () => {
    const rule = { strategy: 'LOSE' as const };
    const up = ask(previewBody({ rule }));
    assert.deepEqual([up.price, up.eventType], [120_00, 'increase_margin']);
    const down = ask(previewBody({ rule, listing: { price: 130 } }));
    assert.deepEqual([down.price, down.eventType], [120_00, 'adjusting_rule']);
  });
  it('no fall is for margin, also without a competitor', () =>
    assert.equal(ask(previewBody({ listing: { price: 130 } })).eventType, 'to_win'));
});

describe('limits', () => {
  const winning = { status: 'WINNING' as const, winnerSellerId: 'me' };
  it('a winning price outside the limits goes to the nearer one', () => {
    const above = ask(previewBody({ ...winning, offers: one, listing: { price: 130 } }));
    assert.deepEqual(
      [above.price, above.priceTag, above.eventType],
      [120_00, 'max_margin', 'to_win'],
    );
    const below = ask(
      previewBody({ ...winning, offers: [competitor('A', 60)], listing: { price: 70 } }),
    );
    assert.deepEqual([below.price, below.priceTag], [80_00, 'min_margin']);
  });
  it('below the minimum and off: a present price outside goes to the nearer limit', () => {
    const rule = { applyMinPriceWhenLosing: false };
    const decision = ask(
      previewBody({ offers: [competitor('A', 60)], listing: { price: 130 }, rule }),
    );
    assert.deepEqual([decision.price, decision.priceTag], [120_00, 'max_margin']);
  });
  it('no limits: no tag', () => {
    const rule = { minPrice: null, maxPrice: null };
    assert.equal(ask(previewBody({ offers: one, rule })).priceTag, 'none');
  });
  it('no minimum: the change waits for approval, with the reason', () => {
    const automatic = ask(previewBody({ offers: one }));
    assert.equal(automatic.state, 'sent');
    const waiting = ask(previewBody({ offers: one, rule: { minPrice: null } }));
    assert.deepEqual(
      [waiting.outcome, waiting.price, waiting.state, waiting.explanation.at(-1)?.code],
      ['CHANGE', automatic.price, 'pending', 'waits_without_minimum'],
    );
  });
  it('nothing at or below zero', () => {
    const rule = { minPrice: null, adjustment: { type: 'PERCENTAGE' as const, amount: 100 } };
    assert.equal(ask(previewBody({ offers: one, rule })).code, 'below_minimum');
  });
  it('a target equal to the present price', () =>
    assert.equal(ask(previewBody({ offers: [competitor('A', 100.01)] })).code, 'already_there'));
  it('no competitor and no maximum', () =>
    assert.equal(ask(previewBody({ rule: { maxPrice: null } })).code, 'no_competitor'));
  it('an edited rule is the trigger, whatever the limits', () => {
    const edited = ask(previewBody({ offers: [competitor('A', 60)] }), {
      ...USUAL,
      ruleEdited: true,
    });
    assert.deepEqual(
      [edited.price, edited.eventType, edited.priceTag],
      [80_00, 'adjusting_rule', 'rule_intervention'],
    );
  });
  it('approval makes it pending', () => {
    assert.equal(ask(previewBody({ offers: one })).state, 'sent');
    const rule = { requiresApproval: true };
    assert.equal(ask(previewBody({ offers: one, rule })).state, 'pending');
  });
});
