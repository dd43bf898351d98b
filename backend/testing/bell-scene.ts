// Settled price updates as the bell receives them, without a market or a marketplace.
import type { Minor } from '../kernel/money.ts';
import { within } from '../platform/db.ts';
import type { UpdateState } from '../pricing/contract.ts';
import { publishMoved } from '../pricing/updates/events.ts';
import { insertUpdates, type NewUpdate } from '../pricing/updates/store.ts';
import type { Scene } from './pricing-scene.ts';

export interface Ended {
  listingId: number;
  ruleId: number;
  oldPrice: Minor;
  newPrice: Minor;
  state?: UpdateState;
  currencyCode?: string;
  failure?: string;
}

/** Writes updates that ended in a state and publishes them, as the push does; gives their ids. */
export const endUpdates = ({ ctx, companyId }: Scene, ended: readonly Ended[]): Promise<number[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const rows = ended.map(
      ({ listingId, ruleId, oldPrice, newPrice, ...more }): NewUpdate => ({
        company_id: companyId,
        rule_id: ruleId,
        rule_version: 1,
        listing_id: listingId,
        snapshot_id: null,
        state: more.state ?? 'applied',
        operation_key: ctx.uuid(),
        event_type: 'to_win',
        price_tag: 'with_margin',
        strategy: 'WIN',
        old_price: oldPrice,
        new_price: newPrice,
        min_price: null,
        max_price: null,
        safe_margin: 0,
        rival: null,
        ranking_type: 'BUYBOX',
        ranking_status: 'LOSING',
        regained_control: false,
        explanation: [],
        currency_code: more.currencyCode ?? 'BRL',
        country_code: 'BR',
        reverts: null,
        decided_by: null,
        created_at: now,
        moved_at: now,
      }),
    );
    const inserted = await insertUpdates(trx, rows);
    const failures = ended.map(({ failure }) => (failure ? { code: failure, message: '' } : null));
    const moved = inserted.map((row, at) => ({ ...row, failure: failures[at] ?? null }));
    await publishMoved(ctx, trx, companyId, moved);
    return inserted.map(({ id }) => id);
  });
