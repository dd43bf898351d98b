import { type Selectable, sql } from 'kysely';
import type { ModuleName } from '../kernel/module.ts';
import type { Tables, Trx } from '../platform/db.ts';
import type { PublicKey } from './contract.ts';

export type HostRow = Selectable<Tables['host']>;
/** What a token is checked against. */
export type HostKey = Pick<
  HostRow,
  'company_id' | 'id' | 'issuer' | 'public_key' | 'modules' | 'origins'
>;

/** The host of a kid unless it was revoked. Scope `host`. */
export const hostOfKid = (trx: Trx, kid: string): Promise<HostKey | undefined> =>
  trx
    .selectFrom('host')
    .select(['company_id', 'id', 'issuer', 'public_key', 'modules', 'origins'])
    .where('kid', '=', kid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

export const hostsOf = (trx: Trx, companyId: number): Promise<HostRow[]> =>
  trx
    .selectFrom('host')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .execute();

export const insertHost = (
  trx: Trx,
  host: {
    companyId: number;
    issuer: string;
    kid: string;
    publicKey: PublicKey;
    modules: ModuleName[] | null;
    origins: string[];
    now: Date;
  },
): Promise<HostRow> =>
  trx
    .insertInto('host')
    .values({
      company_id: host.companyId,
      issuer: host.issuer,
      kid: host.kid,
      public_key: host.publicKey,
      modules: host.modules,
      origins: host.origins,
      created_at: host.now,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** A host that is not revoked, locked until the transaction ends; undefined where the company has none of that id. */
export const lockHost = (trx: Trx, companyId: number, id: number): Promise<HostRow | undefined> =>
  trx
    .selectFrom('host')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Changes a host, under its next version. */
export const changeHost = (
  trx: Trx,
  host: { companyId: number; id: number; modules: ModuleName[] | null; origins: string[] },
): Promise<HostRow> =>
  trx
    .updateTable('host')
    .set({ modules: host.modules, origins: host.origins, version: sql<number>`version + 1` })
    .where('company_id', '=', host.companyId)
    .where('id', '=', host.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether a host of any company, not revoked, has pages of the origin. Scope: that `origin`. */
export async function hasOrigin(trx: Trx, origin: string): Promise<boolean> {
  const found = await trx
    .selectFrom('host')
    .select('id')
    .where(sql<boolean>`origins @> array[${origin}::text]`)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Revokes a host, whether or not it was before; undefined where the company has none of that id. */
export const revokeHost = (
  trx: Trx,
  host: { companyId: number; id: number; now: Date },
): Promise<HostRow | undefined> =>
  trx
    .updateTable('host')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${host.now})` })
    .where('company_id', '=', host.companyId)
    .where('id', '=', host.id)
    .returningAll()
    .executeTakeFirst();

/** Clocks of two processes differ: a token is remembered this much longer than it is valid. */
const RETENTION_MILLISECONDS = 5 * 60 * 1000;

/** Uses up a token of a host; false where it was used before. Deletes outdated ones. */
export async function consumeToken(
  trx: Trx,
  token: { companyId: number; hostId: number; jti: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  await trx
    .deleteFrom('host_token')
    .where('company_id', '=', token.companyId)
    .where('expires_at', '<', new Date(token.now.getTime() - RETENTION_MILLISECONDS))
    .execute();
  const taken = await trx
    .insertInto('host_token')
    .values({
      company_id: token.companyId,
      host_id: token.hostId,
      jti: token.jti,
      expires_at: token.expiresAt,
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow();
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
