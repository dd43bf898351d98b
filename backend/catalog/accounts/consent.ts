// How a person connects an account: to the marketplace's page of consent, and back with its code.

import { createHash } from 'node:crypto';
import { companiesOf } from '../../identity/actions.ts';
import {
  type AuthorizedSeller,
  type CallFailure,
  type Credentials,
  type Grant,
  type Marketplace,
  NOT_IN_COUNTRY,
} from '../../integrations/marketplace.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { within } from '../../platform/db.ts';
import { type AccountIntegration, consentState } from '../contract.ts';
import { type MarketplaceContext, publishConnected, storeCredentials } from '../credentials.ts';
import { problem } from '../problems.ts';
import { beginSync, integrationOf } from './actions.ts';
import { announceAccounts } from './progress.ts';
import * as store from './store.ts';

/** How long a consent may take: the person signs in at the marketplace meanwhile, perhaps with a code from a telephone. */
const CONSENT_MS = 30 * 60_000;
/** How long an expired consent is kept, so that the person gets its exact error. */
const REMEMBERED_MS = 24 * 3_600_000;

const sha256 = (text: string) => createHash('sha256').update(text);
const hashOf = (state: string) => sha256(state).digest('hex');

/** 244 random bits in 64 letters and digits, which suit an address as well as a verifier (RFC 7636 4.1). */
const secretOf = (ctx: AppContext) => `${ctx.uuid()}${ctx.uuid()}`.replaceAll('-', '');

const purpose = (stateHash: string) => `account-grant:${stateHash}`;

/** @throws Problem 404 `unknown_marketplace`, 409 `marketplace_not_offered` */
function marketplaceOf(ctx: MarketplaceContext, slug: string) {
  const marketplace = ctx.marketplaces.bySlug(slug);
  if (marketplace === null) throw problem('unknown_marketplace');
  const { consent } = marketplace;
  if (consent === undefined)
    throw problem('marketplace_not_offered', { detail: 'This marketplace is not set up' });
  return { marketplace, consent };
}

/**
 * Begins to connect an account.
 * @returns the marketplace's page on which the seller agrees, and until when the person may come back
 * @throws Problem 404 `unknown_marketplace`, `account_not_found`, 409 `marketplace_not_offered`,
 *   422 `country_not_offered`
 */
export async function beginConsent(
  ctx: MarketplaceContext,
  { companyId, personId }: Actor,
  request: { marketplace: string; countryCode: string; accountId: number | null },
): Promise<{ address: string; expiresAt: string }> {
  const { marketplace, consent } = marketplaceOf(ctx, request.marketplace);
  const { accountId, countryCode } = request;
  if (!consent.countries.includes(countryCode))
    throw problem('country_not_offered', { detail: `${marketplace.slug} in ${countryCode}` });
  const state = consentState(secretOf(ctx), accountId);
  const verifier = secretOf(ctx);
  const stateHash = hashOf(state);
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + CONSENT_MS);
  const sealedVerifier = await ctx.vault.seal(verifier, purpose(stateHash));
  await within(ctx.db, { company: companyId, person: personId }, async (trx) => {
    if (accountId !== null) {
      const account = await store.lockAccount(trx, companyId, accountId);
      if (account?.marketplace_id !== marketplace.id) throw problem('account_not_found');
    }
    const grant = { companyId, stateHash, personId, marketplaceId: marketplace.id, countryCode };
    const forgotten = new Date(now.getTime() - REMEMBERED_MS);
    await store.addGrant(trx, { ...grant, accountId, sealedVerifier, now, expiresAt }, forgotten);
    await audit(trx, {
      companyId,
      personId,
      action: 'catalog.consent_begun',
      subject: accountId === null ? null : String(accountId),
      values: { marketplaceId: marketplace.id, countryCode },
      at: now,
    });
  });
  const codeChallenge = sha256(verifier).digest('base64url');
  return {
    address: consent.pageOf({ state, codeChallenge, countryCode }),
    expiresAt: expiresAt.toISOString(),
  };
}

interface Way {
  stateHash: string;
  countryCode: string;
  /** The account to connect again; null: any. */
  accountId: number | null;
  verifier: string;
}

/**
 * Uses up the grant that a person came back with.
 * @throws Problem 422 `consent_unknown`, `consent_expired`, 409 `consent_used`
 */
async function consumeGrant(
  ctx: AppContext,
  { companyId, personId }: Actor,
  marketplaceId: number,
  state: string,
): Promise<Way> {
  const stateHash = hashOf(state);
  const now = ctx.clock();
  const grant = await within(ctx.db, { company: companyId, person: personId }, async (trx) => {
    const key = { companyId, personId, marketplaceId, stateHash };
    const found = await store.lockGrant(trx, key);
    // Made up, or begun by another person, who might have sent a link to connect this person's account elsewhere.
    if (found === undefined) throw problem('consent_unknown');
    if (found.used_at !== null) throw problem('consent_used');
    if (found.expires_at <= now) throw problem('consent_expired');
    await store.markGrant(trx, key, now);
    return found;
  });
  return {
    stateHash,
    countryCode: grant.country_code,
    accountId: grant.account_id,
    verifier: await ctx.vault.unseal(grant.sealed_verifier, purpose(stateHash)),
  };
}

const isForNow = ({ kind }: CallFailure) => kind === 'unavailable' || kind === 'rate_limited';

/**
 * Exchanges an authorisation code, for one seller at least.
 * @throws Problem 422 `authorization_refused`, `not_in_country`, 503 `marketplace_unavailable`
 */
export async function authorizeAt(
  marketplace: Marketplace,
  grant: Grant,
): Promise<readonly AuthorizedSeller[]> {
  const granted = await marketplace.authorize(grant);
  if (granted.ok) return granted.value;
  const { code, message: detail } = granted.error;
  if (isForNow(granted.error)) throw problem('marketplace_unavailable', { detail });
  throw problem(code === NOT_IN_COUNTRY ? 'not_in_country' : 'authorization_refused', { detail });
}

/** Exchanges the code after the seller agreed; where the marketplace is away, the person may try once more. */
async function exchange(
  ctx: AppContext,
  { companyId }: Actor,
  marketplace: Marketplace,
  way: Way,
  given: Omit<Grant, 'codeVerifier' | 'countryCode'>,
) {
  try {
    const { countryCode, verifier: codeVerifier } = way;
    return await authorizeAt(marketplace, { ...given, countryCode, codeVerifier });
  } catch (error) {
    if (error instanceof Problem && error.status === 503) {
      await within(ctx.db, { company: companyId }, (trx) =>
        store.markGrant(trx, { companyId, stateHash: way.stateHash }, null),
      );
    }
    throw error;
  }
}

type Holder = { companyId: number; id: number };

/** The connected account; else where it exists instead: in other companies, or as another account of this one. */
type Entered =
  | { account: AccountIntegration }
  | { holders: readonly Holder[] }
  | { mistaken: readonly Holder[] };

async function enter(
  ctx: MarketplaceContext,
  { companyId, personId }: Actor,
  marketplaceId: number,
  { isMistaken, ...way }: Pick<Way, 'countryCode'> & { isMistaken: boolean },
  { sellerId, nickname, credentials, countryCode = way.countryCode }: AuthorizedSeller,
): Promise<Entered> {
  const scope = { company: companyId, seller: `${marketplaceId}:${sellerId}` };
  return await within(ctx.db, scope, async (trx): Promise<Entered> => {
    const holders = await store.elsewhere(trx, companyId, { marketplaceId, sellerId });
    if (holders.length > 0) return { holders };
    if (isMistaken)
      return { mistaken: await store.connected(trx, companyId, { marketplaceId, sellerId }) };
    const now = ctx.clock();
    const entry = { companyId, marketplaceId, sellerId, name: nickname, countryCode, now };
    const { id, status } = await store.letIn(trx, entry);
    await storeCredentials(ctx, trx, { companyId, id }, credentials);
    await publishConnected(ctx, trx, { companyId, accountId: id });
    if (status === 'active') await beginSync(ctx, trx, { companyId, accountId: id });
    await audit(trx, {
      companyId,
      personId,
      action: 'catalog.account_connected',
      subject: String(id),
      values: { marketplaceId, sellerId, countryCode },
      at: now,
    });
    await announceAccounts(trx, companyId, [id]);
    return { account: await integrationOf(ctx, trx, companyId, id) };
  });
}

/**
 * Stores the credentials with the accounts that already hold the seller. Where a marketplace accepts only the last
 * refresh token, their earlier credentials are worthless now, and a failed attempt would cut those accounts off.
 */
async function transferConsent(
  ctx: AppContext,
  holders: readonly Holder[],
  credentials: Credentials,
): Promise<void> {
  for (const holder of holders) {
    await within(ctx.db, { company: holder.companyId }, (trx) =>
      storeCredentials(ctx, trx, holder, credentials),
    );
  }
}

/** Refuses an account that another company holds: both would change the same prices against each other. */
async function refuseHeld(
  ctx: AppContext,
  { personId }: Actor,
  holders: readonly Holder[],
): Promise<never> {
  const known = await companiesOf(ctx, personId);
  const company = known.find(({ id }) => holders.some(({ companyId }) => companyId === id));
  if (company === undefined) throw problem('account_elsewhere');
  const { name } = company;
  throw problem('account_in_your_company', { values: { company: name } });
}

/** Whether a person who wanted to connect an account again authorized only others. */
async function isAnother(
  ctx: AppContext,
  companyId: number,
  accountId: number | null,
  sellers: readonly AuthorizedSeller[],
): Promise<boolean> {
  if (accountId === null) return false;
  const wanted = await within(ctx.db, { company: companyId }, (trx) =>
    store.lockAccount(trx, companyId, accountId),
  );
  return !sellers.some(({ sellerId }) => sellerId === wanted?.seller_id);
}

/** What came back beside the code, as far as the marketplace declares it. */
function paramsOf(
  { marketplaces }: MarketplaceContext,
  marketplaceId: number,
  { params, sellerId }: { params: Readonly<Record<string, string>>; sellerId: string | null },
): Record<string, string> {
  const names = marketplaces.factsOf(marketplaceId)?.returns.params ?? [];
  // Pages of the last release send the first of them by another name.
  const [first] = names;
  const given =
    first === undefined || sellerId === null ? params : { [first]: sellerId, ...params };
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Connects the account of each seller who agreed. A new one waits for its name (`completeAccount`); a known one is
 * activated again and its listings are fetched.
 * @returns the account that was to be connected again, else the first; where none could be connected it throws
 * @throws Problem 404 `unknown_marketplace`, 409 `marketplace_not_offered`, `consent_used`, `another_seller`,
 *   `account_elsewhere`, `account_in_your_company`, 422 `consent_unknown`, `consent_expired`, `authorization_refused`,
 *   `not_in_country`, 503 `marketplace_unavailable`: the same may be tried again
 */
export async function finishConsent(
  ctx: MarketplaceContext,
  actor: Actor,
  given: {
    marketplace: string;
    state: string;
    code: string;
    params: Readonly<Record<string, string>>;
    sellerId: string | null;
  },
): Promise<AccountIntegration> {
  const { marketplace } = marketplaceOf(ctx, given.marketplace);
  const way = await consumeGrant(ctx, actor, marketplace.id, given.state);
  const params = paramsOf(ctx, marketplace.id, given);
  const sellers = await exchange(ctx, actor, marketplace, way, { code: given.code, params });
  const isMistaken = await isAnother(ctx, actor.companyId, way.accountId, sellers);
  const accounts: AccountIntegration[] = [];
  const refused: (() => Promise<never>)[] = [];
  for (const seller of sellers) {
    const { nickname, credentials } = seller;
    const { countryCode } = way;
    const entered = await enter(ctx, actor, marketplace.id, { countryCode, isMistaken }, seller);
    if ('account' in entered) {
      accounts.push(entered.account);
      continue;
    }
    const isElsewhere = 'holders' in entered;
    const holders = isElsewhere ? entered.holders : entered.mistaken;
    await transferConsent(ctx, holders, credentials);
    refused.push(
      isElsewhere
        ? () => refuseHeld(ctx, actor, holders)
        : () =>
            Promise.reject(problem('another_seller', { detail: `The sign-in was to ${nickname}` })),
    );
  }
  const wanted = accounts.find(({ id }) => id === way.accountId) ?? accounts[0];
  return wanted ?? (await refused[0]!());
}
