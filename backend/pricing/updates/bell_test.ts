import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { PRICE_UPDATES_MOVED, type PriceUpdatesMoved } from '../contract.ts';
import { UPDATES_BELL } from './bell.ts';

const { entries: entriesOf, kinds } = UPDATES_BELL;

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
  PRICE_UPDATES_MOVED.schema.parse({ companyId: 1, updates });
const numbered = (count: number, state: Update['state']) =>
  Array.from({ length: count }, (_, index) => update(index + 1, state));

describe('the bell entries of price updates', () => {
  it('tell one update with all that its sentence needs', () => {
    const event = moved(update(9, 'rejected', { failure: 'item.price.invalid' }));
    assert.deepEqual(entriesOf(event, 'job-1'), [
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

  it('name who else moves the price, where that is why it was refused', () => {
    for (const mover of ['automation', 'promotion', 'other_tool'] as const) {
      const event = moved(update(9, 'rejected', { failure: 'price_automated', mover }));
      const [entry] = entriesOf(event, 'job-1');
      assert.equal(entry?.code, `price_moved_by_${mover}`);
      assert.equal(entry?.subject, 'price-update:9:rejected');
    }
  });

  it('warn where the marketplace shows another price than the one that it accepted', () => {
    for (const state of ['rejected', 'error'] as const) {
      const [entry] = entriesOf(moved(update(9, state, { failure: 'not_shown' })), 'job-1');
      assert.equal(entry?.code, 'price_not_shown');
      assert.equal(kinds.price_not_shown?.level, 'error');
    }
    const retried = moved(update(9, 'retry', { failure: 'not_shown' }));
    assert.deepEqual(entriesOf(retried, 'job-1'), []);
  });

  it('tell an undo once, by the update that it takes back', () => {
    const event = moved(update(1, 'undone'), update(2, 'applied', { reverts: 1 }));
    assert.deepEqual(
      entriesOf(event, 'job-1').map(({ code }) => code),
      ['price_update_undone'],
    );
  });

  const codes = {
    pending: 'price_update_pending',
    applied: 'price_update_applied',
    rejected: 'price_update_rejected',
    error: 'price_update_error',
    undone: 'price_update_undone',
    sent: null,
    retry: null,
    canceled: null,
  } as const;
  for (const [state, code] of Object.entries(codes)) {
    it(`${code === null ? 'leave out' : `are ${code} for`} ${state}`, () => {
      const entries = entriesOf(moved(update(1, state as Update['state'])), 'job-1');
      assert.deepEqual(
        entries.map((entry) => entry.code),
        code === null ? [] : [code],
      );
    });
  }

  it('tell five of a kind one by one, and six in one entry', () => {
    const five = entriesOf(moved(...numbered(5, 'applied')), 'job-1');
    assert.equal(five.length, 5);
    assert.deepEqual(entriesOf(moved(...numbered(6, 'applied')), 'job-1'), [
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
      entriesOf(event, 'job-1').map((entry) => entry.code),
      ['price_updates_pending', 'price_update_error'],
    );
  });

  it('have the same subject whichever delivery of an event it is, and another for another event', () => {
    const event = moved(...numbered(6, 'error'));
    assert.deepEqual(entriesOf(event, 'job-1'), entriesOf(event, 'job-1'));
    assert.notEqual(entriesOf(event, 'job-1')[0]?.subject, entriesOf(event, 'job-2')[0]?.subject);
  });
});
