// What the proofs of the last notifications came to, for the test page: recorded in a stage environment only.
import type { AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { NotificationProof } from '../contract.ts';
import { addReceived } from './store.ts';

/** A topic is what anybody may have sent: cut to this length. */
const TOPIC_LENGTH = 100;

/**
 * Records that a notification came for accounts, proven or not; outside of a stage environment nothing.
 * @param check called only where it is recorded
 */
export async function noteReceived(
  ctx: AppContext,
  accounts: readonly { companyId: number; accountId: number }[],
  check: () => { topic: string; proof: NotificationProof },
): Promise<void> {
  if (ctx.config.environment !== 'stage' || accounts.length === 0) return;
  const { topic, proof } = check();
  const receivedAt = ctx.clock();
  for (const account of accounts)
    await within(ctx.db, { company: account.companyId }, (trx) =>
      addReceived(trx, { ...account, receivedAt, topic: topic.slice(0, TOPIC_LENGTH), proof }),
    );
}
