import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { PriceUpdatesMoved, type RulesPaused } from '../pricing/contract.ts';
import { BELL_EVENTS } from './contract.ts';
import { entriesOfPauses, entriesOfSwitch, entriesOfUpdates } from './entries.ts';

type Update = PriceUpdatesMoved['updates'][number];

const update = (id: number, state: Update['state'], more: Partial<Update> = {}): Update => ({
  id,
  ruleId: 4,
  listingId: 100 + id,
  state,
  title: `Luminária ${id}`,
  oldPrice: 59.9,
  newPrice: 57.49,
  currencyCode: 'BRL',
  failure: null,
  mover: null,
  reverts: null,
  ...more,
});
const moved = (...updates: Update[]): PriceUpdatesMoved =>
  PriceUpdatesMoved.parse({ companyId: 1, updates });
const numbered = (count: number, state: Update['state']) =>
  Array.from({ length: count }, (_, index) => update(index + 1, state));

describe('the bell entries of price updates', () => {
  it('tell one update with all that its sentence needs', () => {
    const event = moved(update(9, 'rejected', { failure: 'item.price.invalid' }));
    assert.deepEqual(entriesOfUpdates(event, 'job-1'), [
      {
        code: 'price_update_rejected',
        values: {
          title: 'Luminária 9',
          oldPrice: 59.9,
          newPrice: 57.49,
          currencyCode: 'BRL',
          failure: 'item.price.invalid',
          listingId: 109,
          ruleId: 4,
          updateId: 9,
        },
        subject: 'price-update:9:rejected',
      },
    ]);
  });

  it('tell who else moves the price, where that is why it was refused', () => {
    for (const mover of ['automation', 'promotion', 'other_tool'] as const) {
      const event = moved(update(9, 'rejected', { failure: 'price_automated', mover }));
      const [entry] = entriesOfUpdates(event, 'job-1');
      assert.equal(entry?.code, `price_moved_by_${mover}`);
      assert.equal(entry?.subject, 'price-update:9:rejected');
    }
  });

  it('ring an alarm where the marketplace shows another price than the one that it took', () => {
    for (const state of ['rejected', 'error'] as const) {
      const [entry] = entriesOfUpdates(moved(update(9, state, { failure: 'not_shown' })), 'job-1');
      assert.equal(entry?.code, 'price_not_shown');
      assert.equal(BELL_EVENTS.price_not_shown, 'error');
    }
    const retried = moved(update(9, 'retry', { failure: 'not_shown' }));
    assert.deepEqual(entriesOfUpdates(retried, 'job-1'), []);
  });

  it('tell an undo once, by the update that it takes back', () => {
    const event = moved(update(1, 'undone'), update(2, 'applied', { reverts: 1 }));
    assert.deepEqual(
      entriesOfUpdates(event, 'job-1').map(({ code }) => code),
      ['price_update_undone'],
    );
  });

  const ringing = {
    pending: 'price_update_pending',
    applied: 'price_update_applied',
    rejected: 'price_update_rejected',
    error: 'price_update_error',
    undone: 'price_update_undone',
    sent: null,
    retry: null,
    canceled: null,
  } as const;
  for (const [state, code] of Object.entries(ringing)) {
    it(`${code === null ? 'stay silent about' : `ring ${code} for`} ${state}`, () => {
      const entries = entriesOfUpdates(moved(update(1, state as Update['state'])), 'job-1');
      assert.deepEqual(
        entries.map((entry) => entry.code),
        code === null ? [] : [code],
      );
    });
  }

  it('tell five of a kind one by one, and six in one entry', () => {
    const five = entriesOfUpdates(moved(...numbered(5, 'applied')), 'job-1');
    assert.equal(five.length, 5);
    assert.deepEqual(entriesOfUpdates(moved(...numbered(6, 'applied')), 'job-1'), [
      {
        code: 'price_updates_applied',
        values: { count: 6 },
        subject: 'price-updates:applied:job-1',
      },
    ]);
  });

  it('sum up each state by itself', () => {
    const event = moved(...numbered(40, 'pending'), update(90, 'error'));
    assert.deepEqual(
      entriesOfUpdates(event, 'job-1').map((entry) => entry.code),
      ['price_updates_pending', 'price_update_error'],
    );
  });

  it('have the same subject whichever delivery of an event it is, and another for another event', () => {
    const event = moved(...numbered(6, 'error'));
    assert.deepEqual(entriesOfUpdates(event, 'job-1'), entriesOfUpdates(event, 'job-1'));
    assert.notEqual(
      entriesOfUpdates(event, 'job-1')[0]?.subject,
      entriesOfUpdates(event, 'job-2')[0]?.subject,
    );
  });
});

describe('the bell entries of paused rules', () => {
  const paused = (count: number): RulesPaused => ({
    companyId: 1,
    rules: Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `Regra ${index + 1}`,
      listingId: 50 + index,
      title: `Chaleira ${index + 1}`,
    })),
  });

  it('name the rule and the ad', () => {
    assert.deepEqual(entriesOfPauses(paused(1), 'job-7'), [
      {
        code: 'rule_paused',
        values: { title: 'Chaleira 1', ruleName: 'Regra 1', listingId: 50, ruleId: 1 },
        subject: 'rule-paused:1:job-7',
      },
    ]);
  });

  it('count the rules where there are many', () => {
    const [first] = paused(1).rules;
    assert.ok(first);
    const event = { ...paused(6), rules: [...paused(6).rules, { ...first, listingId: 99 }] };
    assert.deepEqual(entriesOfPauses(event, 'job-7'), [
      { code: 'rules_paused', values: { count: 6 }, subject: 'rules-paused:job-7' },
    ]);
  });
});

describe('the bell entries of the stop switch', () => {
  const moved = { companyId: 1, stopped: true, by: 'Ana', detail: null };

  it('name who moved it', () => {
    assert.deepEqual(entriesOfSwitch(moved, 'job-1'), [
      { code: 'prices_stopped', values: { by: 'Ana' }, subject: 'price-switch:job-1' },
    ]);
    assert.deepEqual(entriesOfSwitch({ ...moved, stopped: false }, 'job-2'), [
      { code: 'prices_resumed', values: { by: 'Ana' }, subject: 'price-switch:job-2' },
    ]);
  });

  it('say what the breaker saw', () => {
    const detail = {
      drops: 21,
      limit: 20,
      percent: 30,
      minutes: 60,
      ruleIds: [3],
      listingIds: [5],
    };
    assert.deepEqual(entriesOfSwitch({ ...moved, by: null, detail }, 'job-3'), [
      {
        code: 'prices_stopped_by_breaker',
        values: { drops: 21, percent: 30, minutes: 60 },
        subject: 'price-switch:job-3',
      },
    ]);
  });
});
