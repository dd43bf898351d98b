// Hosts: systems that sign, with a key registered here, for people of a company.
import { createPublicKey } from 'node:crypto';
import { importJWK } from 'jose';
import { FAULT_MESSAGES, type Fault, Problem } from '../kernel/problem.ts';
import { audit } from '../platform/audit.ts';
import { within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import { announce } from '../platform/live.ts';
import { refuseFaults } from '../platform/validation.ts';
import { EmbeddedModule, type Host, isLocalOrigin, PublicKey } from './contract.ts';
import * as hostStore from './host-store.ts';

/** RFC 7518 asks for 2048 bits or more. */
const LEAST_RSA_BYTES = 2048 / 8;

/** The algorithm that a key is good for: it goes with the key's type alone. */
export const algorithmOf = (key: PublicKey) => (key.kty === 'RSA' ? 'RS256' : 'ES256');

/** The numbers of a key alone: what else stands in a JWK is advice. */
const numbersOf = (key: PublicKey) =>
  key.kty === 'RSA'
    ? { kty: key.kty, n: key.n, e: key.e }
    : { kty: key.kty, crv: key.crv, x: key.x, y: key.y };

/** The key to check signatures with, bound to its algorithm. */
export const importPublicKey = (key: PublicKey) => importJWK(numbersOf(key), algorithmOf(key));

/** A module that only a later version knows is passed over: both run while versions are exchanged. */
const knownModule = (name: string): EmbeddedModule[] => {
  const known = EmbeddedModule.safeParse(name);
  return known.success ? [known.data] : [];
};

const toHost = (row: hostStore.HostRow): Host => ({
  id: row.id,
  issuer: row.issuer,
  kid: row.kid,
  algorithm: algorithmOf(PublicKey.parse(row.public_key)),
  modules: row.modules?.flatMap(knownModule) ?? null,
  origins: row.origins,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

/** The hosts of a company, newest first, revoked ones included. */
export const hostsOf = (house: House, companyId: number): Promise<Host[]> =>
  within(house.db, { company: companyId }, async (trx) =>
    (await hostStore.hostsOf(trx, companyId)).map(toHost),
  );

const badKey = (code: string) => {
  const faults: Fault[] = [{ path: 'publicKey', code, message: FAULT_MESSAGES[code]! }];
  return new Problem(422, 'invalid_request', 'The key cannot be used', { faults });
};

/** @throws Problem 422 where it is no point of its curve, too short, or not a key at all */
function refuseBadKey(house: House, key: PublicKey): void {
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
    house.log.info("A host's key was refused", { reason: cause });
    throw badKey('key_not_valid');
  }
}

/**
 * The origins, each once.
 * @throws Problem 422 with a fault at each that is of one's own machine, in production
 */
function checkOrigins({ config }: House, origins: readonly string[]): string[] {
  if (config.environment === 'production' && !config.sandbox) {
    const code = 'origin_local';
    const faults = origins.flatMap((origin, at): Fault[] =>
      isLocalOrigin(origin)
        ? [{ path: `origins.${at}`, code, message: FAULT_MESSAGES[code]! }]
        : [],
    );
    refuseFaults(faults);
  }
  return [...new Set(origins)];
}

/**
 * Registers the key with which a host signs; what it answers names the `kid` that the host's tokens have to carry.
 * @throws Problem 422 with a fault at `publicKey` where the key cannot be used, and at an origin that is not for production
 */
export async function registerHost(
  house: House,
  actor: Actor,
  given: {
    issuer: string;
    publicKey: PublicKey;
    modules: EmbeddedModule[] | null;
    origins: string[];
  },
): Promise<Host> {
  refuseBadKey(house, given.publicKey);
  const origins = checkOrigins(house, given.origins);
  const { companyId, personId } = actor;
  const now = house.clock();
  return await within(house.db, { company: companyId }, async (trx) => {
    const row = await hostStore.insertHost(trx, {
      ...given,
      origins,
      companyId,
      kid: house.uuid(),
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
 * Changes where a host's pages stand and what it may show. What it may no longer do ends within a second, also for
 * sessions that it began before.
 * @throws Problem 404 `not_found`, also for a host that was revoked; 409 `conflict` where somebody else changed it since
 *   `version`; 422 with a fault at an origin that is not for production
 */
export async function changeHost(
  house: House,
  actor: Actor,
  hostId: number,
  given: { origins: string[]; modules: EmbeddedModule[] | null; version?: number | undefined },
): Promise<Host> {
  const origins = checkOrigins(house, given.origins);
  const { companyId, personId } = actor;
  return await within(house.db, { company: companyId }, async (trx) => {
    const before = await hostStore.lockHost(trx, companyId, hostId);
    if (before === undefined) throw new Problem(404, 'not_found', 'There is no such host.');
    if (before.version !== (given.version ?? before.version)) {
      throw new Problem(409, 'conflict', 'Somebody else changed the host meanwhile', {
        values: { version: before.version },
      });
    }
    const changes = { companyId, id: hostId, modules: given.modules, origins };
    const row = await hostStore.changeHost(trx, changes);
    await audit(trx, {
      companyId,
      personId,
      action: 'identity.host_changed',
      subject: String(hostId),
      values: { issuer: row.issuer, modules: row.modules, origins },
      at: house.clock(),
    });
    await announce(trx, companyId, { type: 'hosts', ids: [row.id] });
    return toHost(row);
  });
}

/**
 * Takes no more tokens of a host; the sessions that it began end within a second.
 * @throws Problem 404 `not_found`
 */
export async function revokeHost(house: House, actor: Actor, hostId: number): Promise<Host> {
  const { companyId, personId } = actor;
  const now = house.clock();
  return await within(house.db, { company: companyId }, async (trx) => {
    const row = await hostStore.revokeHost(trx, { companyId, id: hostId, now });
    if (row === undefined) throw new Problem(404, 'not_found', 'There is no such host.');
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
