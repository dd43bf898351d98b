import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { PRICE_UPDATES_MOVED, type PriceUpdatesMoved } from '../contract.ts';
import { BELLS } from './bell.ts';

const [{ entries: entriesOf, kinds, digests, resolves }] = BELLS;

type Update = PriceUpdatesMoved['updates'][number];

const MADE = '2026-05-04T12:30:00.000Z';

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
  createdAt: MADE,
  heldBy: null,
  ...more,
});
const moved = (...updates: Update[]): PriceUpdatesMoved =>
  PRICE_UPDATES_MOVED.schema.parse({ companyId: 1, updates });
const codesOf = (...updates: Update[]) =>
  entriesOf(moved(...updates), 'job-1').map(({ code }) => code);

describe('the bell entries of price updates', () => {
  it('report a failure with all that its sentence needs, by listing and cause', () => {
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
        listingId: 109,
        cause: 'item.price.invalid',
      },
    ]);
  });

  it('name who else moves the price, where that is why it was refused', () => {
    for (const mover of ['automation', 'promotion', 'other_tool'] as const) {
      assert.deepEqual(codesOf(update(9, 'rejected', { failure: 'price_automated', mover })), [
        `price_moved_by_${mover}`,
      ]);
    }
  });

  it('warn if the marketplace shows another price than the accepted one', () => {
    for (const state of ['rejected', 'error'] as const)
      assert.deepEqual(codesOf(update(9, state, { failure: 'not_shown' })), ['price_not_shown']);
    assert.equal(kinds.price_not_shown?.level, 'error');
    assert.deepEqual(codesOf(update(9, 'retry', { failure: 'not_shown' })), []);
  });

  it('name the guard that holds a price', () => {
    assert.deepEqual(
      codesOf(
        update(1, 'pending', { heldBy: 'parity' }),
        update(2, 'pending', { heldBy: 'far_move' }),
        update(3, 'pending', { heldBy: 'guard' }),
      ),
      ['price_held_by_parity', 'price_held_by_limit', 'price_held_by_guard'],
    );
  });

  it('leave out applied updates, which are summed up by hour', () => {
    const states = ['pending', 'sent', 'applied', 'retry', 'canceled', 'undone'] as const;
    const event = moved(...states.map((state, at) => update(at + 1, state)));
    assert.deepEqual(entriesOf(event, 'job-1'), []);
    assert.deepEqual(digests(event), [MADE]);
  });

  it('resolve the failures of a listing by a price that was applied, and what was held by any decision', () => {
    const event = moved(update(1, 'applied'), update(2, 'canceled'), update(3, 'pending'));
    const ids = (code: string) => resolves(event).find(({ codes }) => codes.includes(code))?.about;
    assert.deepEqual(ids('price_update_error'), { key: 'listingId', ids: [101] });
    assert.deepEqual(ids('price_held_by_parity'), { key: 'listingId', ids: [101, 102] });
  });
});
