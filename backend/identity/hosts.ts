// Hosts: systems that sign, with a key registered here, for people of a company.

import { createPublicKey } from 'node:crypto';
import { importJWK } from 'jose';
import type { Locale } from '../kernel/id.ts';
import type { ModuleName } from '../kernel/module.ts';
import type { Fault } from '../kernel/problem.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { audit } from '../platform/audit.ts';
import { within } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { problem as platformProblem } from '../platform/problems.ts';
import { refuseFaults } from '../platform/validation.ts';
import { type EmbeddableModule, type Host, isLocalOrigin, PublicKey } from './contract.ts';
import * as hostStore from './host-store.ts';
import { fault, problem } from './problems.ts';

/** RFC 7518 asks for 2048 bits or more. */
const LEAST_RSA_BYTES = 2048 / 8;

/** The algorithm of a key: it depends on the key's type alone. */
export const algorithmOf = (key: PublicKey) => (key.kty === 'RSA' ? 'RS256' : 'ES256');

/** Only the numbers of a key: the other fields of a JWK are advice. */
const numbersOf = (key: PublicKey) =>
  key.kty === 'RSA'
    ? { kty: key.kty, n: key.n, e: key.e }
    : { kty: key.kty, crv: key.crv, x: key.x, y: key.y };

/** The key to check signatures with, bound to its algorithm. */
export const importPublicKey = (key: PublicKey) => importJWK(numbersOf(key), algorithmOf(key));

const toHost = (row: hostStore.HostRow): Host => ({
  id: row.id,
  issuer: row.issuer,
  kid: row.kid,
  algorithm: algorithmOf(PublicKey.parse(row.public_key)),
  modules: row.modules,
  origins: row.origins,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

/** The hosts of a company, newest first, revoked ones included. */
export const hostsOf = (ctx: AppContext, companyId: number): Promise<Host[]> =>
  within(ctx.db, { company: companyId }, async (trx) =>
    (await hostStore.hostsOf(trx, companyId)).map(toHost),
  );

/** The installed modules that can be embedded, with what they are called in a language. */
export const embeddableModules = async (
  ctx: AppContext,
  locale: Locale,
): Promise<EmbeddableModule[]> =>
  (await ctx.modules()).flatMap(({ name, labels, embed }) =>
    embed === null ? [] : [{ name, label: labels[locale], tag: embed }],
  );

export const isEmbeddable = async (ctx: AppContext, module: ModuleName): Promise<boolean> =>
  (await ctx.modules()).some(({ name, embed }) => name === module && embed !== null);

/** @throws Problem 422 with a fault at each module that is not installed or cannot be embedded */
async function checkModules(ctx: AppContext, modules: readonly ModuleName[] | null): Promise<void> {
  const faults = await Promise.all(
    (modules ?? []).map(
      async (module, at): Promise<Fault[]> =>
        (await isEmbeddable(ctx, module)) ? [] : [fault(`modules.${at}`, 'module_unknown')],
    ),
  );
  refuseFaults(faults.flat());
}

const badKey = (code: 'key_not_valid' | 'key_too_short') =>
  platformProblem('invalid_request', {
    detail: 'The public key cannot be used',
    faults: [fault('publicKey', code)],
  });

/** @throws Problem 422 where it is no point of its curve, too short, or not a key at all */
function refuseBadKey(ctx: AppContext, key: PublicKey): void {
  if (key.kty === 'RSA') {
    const modulus = Uint8Array.fromBase64(key.n, { alphabet: 'base64url' });
    const first = modulus.findIndex((byte) => byte !== 0);
    if (first === -1 || modulus.length - first < LEAST_RSA_BYTES) {
      throw badKey('key_too_short');
    }
  }
  // WebCrypto takes points that are not on the curve, and fails only when it is asked to check with them.
  try {
    createPublicKey({ key: numbersOf(key), format: 'jwk' });
  } catch (cause) {
    ctx.log.info("A host's key was refused", { reason: cause });
    throw badKey('key_not_valid');
  }
}

/**
 * The origins, each once.
 * @throws Problem 422 with a fault at each that names the local machine, in production
 */
function checkOrigins({ config }: AppContext, origins: readonly string[]): string[] {
  if (config.environment === 'production' && !config.sandbox) {
    const faults = origins.flatMap((origin, at): Fault[] =>
      isLocalOrigin(origin) ? [fault(`origins.${at}`, 'origin_local')] : [],
    );
    refuseFaults(faults);
  }
  return [...new Set(origins)];
}

/**
 * Registers the key with which a host signs; the answer names the `kid` that the host's tokens have to carry.
 * @throws Problem 422 with a fault at `publicKey` where the key cannot be used, at a module
 *   that is not installed, and at an origin that is not for production
 */
export async function registerHost(
  ctx: AppContext,
  actor: Actor,
  given: {
    issuer: string;
    publicKey: PublicKey;
    modules: ModuleName[] | null;
    origins: string[];
  },
): Promise<Host> {
  refuseBadKey(ctx, given.publicKey);
  await checkModules(ctx, given.modules);
  const origins = checkOrigins(ctx, given.origins);
  const { companyId, personId } = actor;
  const now = ctx.clock();
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const row = await hostStore.insertHost(trx, {
      ...given,
      origins,
      companyId,
      kid: ctx.uuid(),
      now,
    });
    await audit(trx, {
      companyId,
      personId,
      action: 'identity.host_registered',
      subject: String(row.id),
      values: { issuer: row.issuer, kid: row.kid, modules: row.modules, origins },
      at: now,
    });
    await announce(trx, companyId, { type: 'hosts', ids: [row.id] });
    return toHost(row);
  });
}

/**
 * Changes a host's origins and the modules that it may show. A withdrawn permission ends within a second, also for
 * sessions that the host began before.
 * @throws Problem 404 `not_found`, also for a host that was revoked; 409 `conflict` where another person changed it since
 *   `version`; 422 with a fault at a module that is not installed, and at an origin that is not for production
 */
export async function changeHost(
  ctx: AppContext,
  actor: Actor,
  hostId: number,
  given: { origins: string[]; modules: ModuleName[] | null; version?: number | undefined },
): Promise<Host> {
  const origins = checkOrigins(ctx, given.origins);
  await checkModules(ctx, given.modules);
  const { companyId, personId } = actor;
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const before = await hostStore.lockHost(trx, companyId, hostId);
    if (before === undefined) throw kernelProblem('not_found', { detail: 'Host not found' });
    if (before.version !== (given.version ?? before.version)) {
      throw problem('conflict', { values: { version: before.version } });
    }
    const changes = { companyId, id: hostId, modules: given.modules, origins };
    const row = await hostStore.changeHost(trx, changes);
    await audit(trx, {
      companyId,
      personId,
      action: 'identity.host_changed',
      subject: String(hostId),
      values: { issuer: row.issuer, modules: row.modules, origins },
      at: ctx.clock(),
    });
    await announce(trx, companyId, { type: 'hosts', ids: [row.id] });
    return toHost(row);
  });
}

/**
 * Revokes a host: its tokens are refused, and its sessions end within a second.
 * @throws Problem 404 `not_found`
 */
export async function revokeHost(ctx: AppContext, actor: Actor, hostId: number): Promise<Host> {
  const { companyId, personId } = actor;
  const now = ctx.clock();
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const row = await hostStore.revokeHost(trx, { companyId, id: hostId, now });
    if (row === undefined) throw kernelProblem('not_found', { detail: 'Host not found' });
    await audit(trx, {
      companyId,
      personId,
      action: 'identity.host_revoked',
      subject: String(hostId),
      values: { issuer: row.issuer },
      at: now,
    });
    await announce(trx, companyId, { type: 'hosts', ids: [row.id] });
    return toHost(row);
  });
}
