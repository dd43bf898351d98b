// The secrets by which a marketplace signs the notifications of an account, where each subscription has one of its own. They
// are sealed at rest; one that was replaced proves for some time beside its successor what was sent before.
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import * as store from './store.ts';

/** How long a secret that was replaced is good, in milliseconds: longer than marketplaces repeat what was not taken. */
const REPLACED_MS = 24 * 3_600_000;

interface Account {
  companyId: number;
  accountId: number;
}

const purpose = (accountId: number, topic: string) => `notification-secret:${accountId}:${topic}`;

/** When each present secret of an account was handed out, by its topic. */
export const heldSecrets = (
  ctx: AppContext,
  { companyId, accountId }: Account,
): Promise<Map<string, Date>> =>
  within(ctx.db, { company: companyId }, (trx) => store.presentSecrets(trx, companyId, accountId));

/** Stores secrets that a marketplace handed out, by their topics. */
export async function storeSecrets(
  ctx: AppContext,
  { companyId, accountId }: Account,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return;
  const now = ctx.clock();
  const before = new Date(now.getTime() - REPLACED_MS);
  await within(ctx.db, { company: companyId }, async (trx) => {
    for (const [topic, secret] of Object.entries(secrets)) {
      const sealed = await ctx.vault.seal(secret, purpose(accountId, topic));
      await store.replaceSecret(trx, { companyId, accountId, topic, sealed, now }, before);
    }
  });
}

/** The secrets of which any proves a notification of an account now. */
export async function secretsOf(
  ctx: AppContext,
  { companyId, accountId }: Account,
  topic: string,
): Promise<string[]> {
  const since = new Date(ctx.clock().getTime() - REPLACED_MS);
  const sealed = await within(ctx.db, { company: companyId }, (trx) =>
    store.secretsSince(trx, { companyId, accountId, topic }, since),
  );
  return await Promise.all(sealed.map((one) => ctx.vault.unseal(one, purpose(accountId, topic))));
}
