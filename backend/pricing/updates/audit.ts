import { toAmount } from '../../kernel/money.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import type { UpdateHead } from './store.ts';

/** Writes the audit line of an act on an update, in the transaction of the act. */
export const auditUpdate = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  what: 'update_approved' | 'update_canceled' | 'update_retried' | 'update_undone',
  row: UpdateHead,
): Promise<void> =>
  auditAct(ctx, trx, actor, {
    action: `pricing.${what}`,
    subject: String(row.id),
    values: {
      ruleId: row.rule_id,
      listingId: row.listing_id,
      oldPrice: toAmount(row.old_price),
      newPrice: toAmount(row.new_price),
    },
  });
