// A company's accounts at the marketplaces: their state, and how a person connects, renames and disconnects them.
import * as z from 'zod';
import { CountryCode } from '../../integrations/contract.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';

/** `pending`: authorized, and not named by a person yet. `inactive`: has to be connected again. */
export const AccountStatus = z.enum(['active', 'pending', 'inactive']);
export type AccountStatus = z.infer<typeof AccountStatus>;

export const Account = z.object({
  id: Id,
  name: z.string(),
  marketplaceId: MarketplaceId,
  status: AccountStatus,
  lastSyncedAt: Instant.nullable(),
});
export type Account = z.infer<typeof Account>;

export const accounts = endpoint({
  method: 'get',
  path: '/v1/accounts',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Lists the connected marketplace accounts',
  answer: z.array(Account),
});

/** The countries that a person may choose from; which of them a marketplace offers is in `marketplaces`. */
export const REGIONS = ['BR', 'US', 'MX', 'CA'] as const;

/** `waiting`: queued. `failed`: the last sync failed, and is retried by itself. */
export const SyncState = z.enum(['waiting', 'running', 'done', 'failed']);
export type SyncState = z.infer<typeof SyncState>;

export const SyncProgress = z.object({
  state: SyncState,
  /** Since when it is in this state. */
  at: Instant,
  /** Listings that the marketplace named; null: it has not named all of them yet. */
  found: z.int().min(0).nullable(),
  /** Listings of them that were fetched. */
  taken: z.int().min(0),
});
export type SyncProgress = z.infer<typeof SyncProgress>;

/**
 * Why an account does not work. `refused`: the marketplace does not renew it any more. `disconnected`: a person
 * disconnected it. The others say how the last sync of its listings failed.
 */
export const AccountProblem = z.enum([
  'refused',
  'disconnected',
  'unavailable',
  'rate_limited',
  'forbidden',
  'unreadable',
]);
export type AccountProblem = z.infer<typeof AccountProblem>;

/** The days before the end of an authorization of which the company is notified. */
const EXPIRING_DAYS = [1, 7, 30] as const;
const DAY_MS = 24 * 3_600_000;

/** The days that are left, begun ones included. */
export const wholeDays = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

/** Within how many days an authorization ends, of those of which the company is notified; null: in more. */
export const expiringStage = (endsAt: Date, now: Date): number | null =>
  EXPIRING_DAYS.find((days) => wholeDays(endsAt, now) <= days) ?? null;

export const AccountIntegration = Account.extend({
  /** The id by which the marketplace knows the seller. */
  sellerId: z.string(),
  /** Null: not reported yet. */
  countryCode: CountryCode.nullable(),
  /** Those that are not archived. */
  ads: z.int().min(0),
  connectedAt: Instant,
  /** Null: nothing was fetched yet. */
  sync: SyncProgress.nullable(),
  /** When the seller's authorization ends; null: it has no end, or the marketplace does not report one. */
  authorizationEndsAt: Instant.nullable(),
  /** The days that are left of it, begun ones included, where they are 30 at most. */
  expiresInDays: z.int().min(0).nullable(),
  /** What the marketplace sends by itself; null: the account is not connected. */
  notifications: z
    .object({
      /** When one came last, to the minute; null: none came yet. */
      lastAt: Instant.nullable(),
      /** The marketplace's own words for why it sends none; null: it did not refuse. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** What the marketplace lets the product call for the account at this moment; null: the account is not connected. */
  quota: z
    .object({
      /** The used share of what may be called at once, of the operation with the largest share; null: no limit is known. */
      usedPercent: z.int().min(0).max(100).nullable(),
      /** The marketplace asked for no calls until then; null: it did not. */
      restsUntil: Instant.nullable(),
    })
    .nullable(),
  problem: AccountProblem.nullable(),
  /** The marketplace's own words for it. */
  problemDetail: z.string().nullable(),
  /** When the connection of an inactive account ended; null: it is connected, or the time was not recorded. */
  endedAt: Instant.nullable(),
});
export type AccountIntegration = z.infer<typeof AccountIntegration>;

const accountParams = z.object({ accountId: Id });

/** What a person calls an account. */
export const AccountName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(60, { error: 'too_long' })
  .regex(/^\P{Cc}*$/u);

export const accountIntegrations = endpoint({
  method: 'get',
  path: '/v1/account-integrations',
  access: 'company',
  needs: 'read',
  tag: 'accounts',
  summary: "Lists the company's marketplace accounts with listing counts, last sync and errors",
  answer: z.object({ accounts: z.array(AccountIntegration) }),
});

export const channels = endpoint({
  method: 'get',
  path: '/channels',
  access: 'company',
  needs: 'read',
  tag: 'accounts',
  summary: 'Lists the marketplaces by number and name',
  answer: z.array(z.object({ id: MarketplaceId, name: z.string() })),
});

export const channelSummary = endpoint({
  method: 'get',
  path: '/account-integrations/channel/{marketplaceId}/summary',
  access: 'company',
  needs: 'read',
  tag: 'accounts',
  summary: "Lists the company's connected accounts at one marketplace",
  params: z.object({ marketplaceId: Id }),
  answer: z.array(z.object({ id: Id, accountName: z.string() })),
});

export const beginConsent = endpoint({
  method: 'post',
  path: '/v1/account-integrations/consents',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary: "Starts to connect an account and returns the marketplace's consent page",
  body: z.object({
    /** As `marketplaces` names it. */
    marketplace: z.string().min(1).max(40),
    countryCode: CountryCode,
    /** The account to connect again. */
    accountId: Id.nullable().default(null),
  }),
  answer: z.object({ address: z.string(), expiresAt: Instant }),
});

/**
 * The `state` that goes to the marketplace and comes back with the person in any case: a secret, and the account that is to
 * be connected again.
 * @param accountId null: a new one is connected
 */
export const consentState = (secret: string, accountId: number | null): string =>
  accountId === null ? secret : `${secret}-${accountId}`;

/** The account that a person went to connect again, by the `state` that came back with them; null: there is none. */
export function accountInState(state: string): number | null {
  const reported = /-([1-9][0-9]{0,14})$/.exec(state)?.[1];
  return reported === undefined ? null : Number(reported);
}

export const finishConsent = endpoint({
  method: 'post',
  path: '/v1/account-integrations',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary: 'Connects an account with the authorization that the marketplace returned',
  body: z.object({
    marketplace: z.string().min(1).max(40),
    /** The value that went to the marketplace: valid once, for the person who began, for some minutes. */
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(2_000),
    /** What the marketplace sent beside the code, by the names that `marketplaces` declares; others are ignored. */
    params: z.record(z.string().min(1).max(100), z.string().min(1).max(200)).default({}),
    /** The first of them, as pages of releases send it that know only one. */
    sellerId: z.string().min(1).max(100).nullable().default(null),
  }),
  answer: AccountIntegration,
});

export const completeAccount = endpoint({
  method: 'put',
  path: '/v1/account-integrations/{accountId}/complete',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary: 'Names a new account and starts to synchronize its listings',
  params: accountParams,
  body: z.object({ name: AccountName }),
  answer: AccountIntegration,
});

export const renameAccount = endpoint({
  method: 'put',
  path: '/v1/account-integrations/{accountId}',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary: 'Renames an account',
  params: accountParams,
  body: z.object({ name: AccountName }),
  answer: AccountIntegration,
});

export const syncAccountNow = endpoint({
  method: 'post',
  path: '/v1/account-integrations/{accountId}/sync',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary: "Synchronizes an account's listings again",
  params: accountParams,
  answer: AccountIntegration,
});

export const disconnectAccount = endpoint({
  method: 'delete',
  path: '/v1/account-integrations/{accountId}',
  access: 'company',
  needs: 'write',
  tag: 'accounts',
  summary:
    'Disconnects an account and deletes its credentials; its listings, rules and history stay',
  params: accountParams,
  answer: AccountIntegration,
});
