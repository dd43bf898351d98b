// Changes that a person makes at the marketplace, as the account may not write: each reading of the campaigns checks whether
// they were made.
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { AdsAccountKey } from '../advertisers/access.ts';
import { reportMoved } from './events.ts';
import * as store from './store.ts';

/** The new state of a suggestion after a reading; null: as before. */
async function unanswered(
  trx: Trx,
  companyId: number,
  change: store.ChangeRow,
  { began, now }: { began: Date; now: Date },
): Promise<store.Move | null> {
  const row = await store.lockObject(trx, companyId, change.campaign_id, {
    ...change,
    objectId: change.object_id,
  });
  if (row === undefined) return { state: 'canceled', code: 'gone', settled_at: now };
  if (row.value === change.after_value) return { state: 'applied', code: null, settled_at: now };
  // A reading that had begun before it was marked may not show it yet.
  const isLookedFor = change.state === 'marked' && (change.calling_since ?? now) <= began;
  return isLookedFor ? { code: 'not_seen' } : null;
}

/**
 * Settles the suggestions of an account that the marketplace now shows, also those that no person marked.
 * @param began when the reading began
 */
export const verifySuggestions = (
  ctx: AppContext,
  { companyId, accountId }: AdsAccountKey,
  began: Date,
): Promise<void> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    for (const change of await store.openSuggestions(trx, companyId, accountId)) {
      const move = await unanswered(trx, companyId, change, { began, now });
      if (move === null) continue;
      await store.moveChange(trx, companyId, change, move);
      if (move.state === 'applied') await store.endUndone(trx, companyId, change);
      await reportMoved(ctx, trx, companyId, change.campaign_id);
    }
  });
