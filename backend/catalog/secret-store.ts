// The secrets with which marketplaces sign notifications.
import { sql } from 'kysely';
import type { Trx } from '../platform/db.ts';

interface SecretKey {
  companyId: number;
  accountId: number;
  topic: string;
}

/** When each present secret of an account was handed out, by its topic. */
export async function presentSecrets(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<Map<string, Date>> {
  const rows = await trx
    .selectFrom('notification_secret')
    .select(['topic', 'issued_at'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.topic, row.issued_at]));
}

const secretsOfTopic = ({ companyId, accountId, topic }: SecretKey) =>
  sql<boolean>`company_id = ${companyId} and account_id = ${accountId} and topic = ${topic}`;

/** Stores a secret as the present one of its topic, and deletes those that were replaced before `before`. */
export async function replaceSecret(
  trx: Trx,
  secret: SecretKey & { sealed: Uint8Array; now: Date },
  before: Date,
): Promise<void> {
  const ofTopic = secretsOfTopic(secret);
  await trx
    .deleteFrom('notification_secret')
    .where(ofTopic)
    .where('replaced_at', '<', before)
    .execute();
  await trx
    .updateTable('notification_secret')
    .set({ replaced_at: secret.now })
    .where(ofTopic)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .insertInto('notification_secret')
    .values({
      company_id: secret.companyId,
      account_id: secret.accountId,
      topic: secret.topic,
      sealed: secret.sealed,
      issued_at: secret.now,
      replaced_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id', 'topic', 'issued_at'])
        .doUpdateSet({ sealed: secret.sealed, replaced_at: null }),
    )
    .execute();
}

/** The sealed secrets of a topic that are present, or were replaced since. */
export async function secretsSince(trx: Trx, key: SecretKey, since: Date): Promise<Uint8Array[]> {
  const rows = await trx
    .selectFrom('notification_secret')
    .select('sealed')
    .where(secretsOfTopic(key))
    .where((where) =>
      where.or([where('replaced_at', 'is', null), where('replaced_at', '>', since)]),
    )
    .execute();
  return rows.map(({ sealed }) => sealed);
}
