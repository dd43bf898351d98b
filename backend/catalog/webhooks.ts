// The state of an account's notifications: whether the marketplace accepted the subscription, and when one came last.
import type { CallFailure } from '../integrations/marketplace.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import * as store from './account-store.ts';
import { announceAccounts } from './accounts/progress.ts';

/** Arrivals are recorded at most this often, in milliseconds: thousands a second may come. */
const NOTED_EVERY_MS = 60_000;
const MAX_ACCOUNTS = 10_000;

/** When each process last recorded a notification of an account, in milliseconds since 1970. */
const noted = new WeakMap<AppContext, Map<number, number>>();

/** Records that notifications of accounts came, in the caller's transaction. */
export async function noteNotified(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  accountIds: Iterable<number>,
): Promise<void> {
  const now = ctx.clock();
  const last = noted.get(ctx) ?? new Map<number, number>();
  noted.set(ctx, last);
  const due = [...new Set(accountIds)].filter(
    (id) => (last.get(id) ?? 0) + NOTED_EVERY_MS <= now.getTime(),
  );
  if (due.length === 0) return;
  await store.noteNotified(trx, companyId, due, now);
  for (const id of due) {
    last.delete(id);
    last.set(id, now.getTime());
  }
  const oldest = last.keys().next();
  if (last.size > MAX_ACCOUNTS && !oldest.done) last.delete(oldest.value);
}

/** Records how the subscription to an account's notifications ended. @param failure null: the marketplace sends them */
export const noteSubscribed = (
  ctx: AppContext,
  { companyId, accountId }: { companyId: number; accountId: number },
  failure: CallFailure | null,
): Promise<void> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await store.noteSubscribed(trx, { companyId, accountId }, failure, ctx.clock());
    await announceAccounts(trx, companyId, [accountId]);
  });
