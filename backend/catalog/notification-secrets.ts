// The secrets with which a marketplace signs the notifications of an account, where each subscription has one. They are
// sealed at rest; after a replacement, the old secret is accepted beside the new one for some time.
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import * as store from './secret-store.ts';

/** How long a replaced secret is accepted, in milliseconds: longer than marketplaces repeat a failed delivery. */
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

/** The secrets that may prove a notification of an account now. */
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
