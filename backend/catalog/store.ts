import { type Selectable, sql } from 'kysely';
import type { CallFailure, RemoteListing } from '../integrations/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import type { Tables, Trx } from '../platform/db.ts';
import type { AccountStatus } from './contract.ts';
import { MOST_UNITS } from './particulars.ts';

/** A marketplace's message is cut to this length. */
const WORDS_LENGTH = 300;

export const accountsOf = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'marketplace_id', 'status', 'last_synced_at'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const activeAccounts = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

/** The active accounts of one seller, in all companies; scope `seller`. */
export const accountsOfSeller = (trx: Trx, marketplaceId: number, sellerId: string) =>
  trx
    .selectFrom('account')
    .select(['id', 'company_id'])
    .where('marketplace_id', '=', marketplaceId)
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

export const sellerIds = (trx: Trx, companyId: number) =>
  trx.selectFrom('account').select('seller_id').where('company_id', '=', companyId).execute();

/** The account of a seller, created or activated again; returns its id. */
export async function saveAccount(
  trx: Trx,
  account: { companyId: number; marketplaceId: number; sellerId: string; name: string; now: Date },
): Promise<number> {
  const row = await trx
    .insertInto('account')
    .values({
      company_id: account.companyId,
      marketplace_id: account.marketplaceId,
      seller_id: account.sellerId,
      name: account.name,
      status: 'active',
      created_at: account.now,
      last_synced_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'marketplace_id', 'seller_id'])
        .doUpdateSet({ name: account.name, status: 'active' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns the account's name where it had another status before, else null */
export async function setAccountStatus(
  trx: Trx,
  companyId: number,
  accountId: number,
  status: AccountStatus,
  end?: { at: Date; message: string },
): Promise<string | null> {
  const ended = end && { ended_at: end.at, end_message: end.message.slice(0, WORDS_LENGTH) };
  const changed = await trx
    .updateTable('account')
    .set({ status, ...ended })
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .where('status', '!=', status)
    .returning('name')
    .executeTakeFirst();
  return changed?.name ?? null;
}

export async function markSynced(
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ last_synced_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .execute();
}

/** An account with its sealed credentials; these are null where none are stored. */
export const accountWithCredentials = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account')
    .leftJoin('account_credentials as credentials', (join) =>
      join
        .onRef('credentials.account_id', '=', 'account.id')
        .onRef('credentials.company_id', '=', 'account.company_id'),
    )
    .select(['account.id', 'marketplace_id', 'seller_id', 'status', 'credentials.sealed'])
    .where('account.company_id', '=', companyId)
    .where('account.id', '=', accountId)
    .executeTakeFirst();

/**
 * A row's version: PostgreSQL's own id of the transaction that last wrote the row. Unlike a time it
 * cannot come out the same twice, whatever the clocks of the processes say.
 */
const version = sql<string>`xmin::text`;

/** The credentials, locked for this transaction: others that want to renew them wait. */
export const lockCredentials = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account_credentials')
    .select(['sealed', version.as('version')])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export interface SealedCredentials {
  companyId: number;
  accountId: number;
  sealed: Uint8Array;
  expiresAt: Date;
  refreshEndsAt: Date | null;
  authorizationEndsAt: Date | null;
  now: Date;
}

/** An authorization that ends this much later than the one before is a new one, whose end the company is notified of too. */
const ANOTHER_END = sql`interval '1 day'`;

export async function saveCredentials(trx: Trx, given: SealedCredentials): Promise<void> {
  const values = {
    sealed: given.sealed,
    expires_at: given.expiresAt,
    refresh_ends_at: given.refreshEndsAt,
    authorization_ends_at: given.authorizationEndsAt,
    updated_at: given.now,
  };
  const notified = sql<number | null>`case
    when excluded.authorization_ends_at < account_credentials.authorization_ends_at + ${ANOTHER_END}
    then account_credentials.notified_days end`;
  await trx
    .insertInto('account_credentials')
    .values({
      account_id: given.accountId,
      company_id: given.companyId,
      ...values,
      notified_days: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .doUpdateSet({ ...values, notified_days: notified }),
    )
    .execute();
}

/** The end dates of a company's authorizations, or of one account's; inactive accounts are left out. */
export const endingAuthorizations = (trx: Trx, companyId: number, accountId: number | null) =>
  trx
    .selectFrom('account_credentials as credentials')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'credentials.company_id')
        .onRef('account.id', '=', 'credentials.account_id'),
    )
    .select(['account_id', 'account.name', 'authorization_ends_at', 'notified_days'])
    .where('credentials.company_id', '=', companyId)
    .where('authorization_ends_at', 'is not', null)
    .where('account.status', '!=', 'inactive')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId!))
    .orderBy('account_id')
    .execute();

export async function markNotified(
  trx: Trx,
  companyId: number,
  accountId: number,
  days: number,
): Promise<void> {
  await trx
    .updateTable('account_credentials')
    .set({ notified_days: days })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Accounts, inactive ones left out, whose refresh token ends before `end` unless it is used. */
export async function unusedTokens(trx: Trx, companyId: number, end: Date): Promise<number[]> {
  const rows = await trx
    .selectFrom('account_credentials as credentials')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'credentials.company_id')
        .onRef('account.id', '=', 'credentials.account_id'),
    )
    .select('account_id')
    .where('credentials.company_id', '=', companyId)
    .where('refresh_ends_at', '<', end)
    .where('account.status', '!=', 'inactive')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

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

export const listingRows = (trx: Trx, companyId: number, ids: number[]) =>
  trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'listing.account_id')
        .onRef('account.company_id', '=', 'listing.company_id'),
    )
    .leftJoin('listing_particulars as p', (join) =>
      join
        .onRef('p.company_id', '=', 'listing.company_id')
        .onRef('p.listing_id', '=', 'listing.id'),
    )
    .selectAll('listing')
    .select([
      'account.name as account_name',
      'p.health_score',
      'p.group_type',
      'p.variation',
      'p.channels',
      'p.tags',
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.id', 'in', ids)
    .orderBy('listing.id')
    .execute();

/** The shown particulars of a listing; null where the marketplace was not asked since they are stored. */
export interface ShownParticulars {
  health_score: number | null;
  group_type: string | null;
  variation: string | null;
  channels: string[] | null;
  tags: string[] | null;
}
export type ListingRow = Selectable<Tables['listing']> &
  ShownParticulars & { account_name: string };

/** The marketplace's ids of an account's listings that are not archived. */
export async function liveSkus(trx: Trx, companyId: number, accountId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('listing')
    .select('sku_marketplace')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('status', '!=', 'ARCHIVED')
    .orderBy('sku_marketplace')
    .execute();
  return rows.map((row) => row.sku_marketplace);
}

/** What is known of a stored listing before it is fetched. */
export interface KnownListing {
  version: string;
  shippingPrice: Minor | null;
  title: string;
  imageUrl: string | null;
}

/** The stored ones among an account's listings as they are now, by the marketplace's id. */
export async function knownListings(
  trx: Trx,
  companyId: number,
  accountId: number,
  skus: string[],
): Promise<Map<string, KnownListing>> {
  const rows = await trx
    .selectFrom('listing')
    .select([
      'sku_marketplace',
      'title',
      'image_url as imageUrl',
      'shipping_price as shippingPrice',
      version.as('version'),
    ])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`sku_marketplace = any(${skus}::text[])`)
    .execute();
  return new Map(rows.map(({ sku_marketplace, ...known }) => [sku_marketplace, known]));
}

/** What a sync may change of a listing, with the type that PostgreSQL gives it. */
const CONTENT = {
  sku: 'text',
  title: 'text',
  image_url: 'text',
  link: 'text',
  price: 'bigint',
  shipping_price: 'bigint',
  currency_code: 'text',
  country_code: 'text',
  stock: 'integer',
  status: 'text',
  condition: 'text',
  listing_type_id: 'text',
  fulfillment: 'boolean',
  promotion_status: 'text',
  catalog_product_id: 'text',
} as const;
const CONTENT_NAMES = Object.keys(CONTENT) as (keyof typeof CONTENT)[];

type Content = Pick<Selectable<Tables['listing']>, keyof typeof CONTENT>;

/**
 * What buyers pay for the shipping of a listing. Where the listing does not report it, the stored value stays, which came
 * from an offer; a stored 0 does not, since the listing would report free shipping.
 */
const shippingOf = (
  listing: RemoteListing,
  known: KnownListing | undefined,
  reportsFreeShipping: boolean,
): Minor | null => {
  const before = known?.shippingPrice ?? null;
  return listing.shippingPrice ?? (reportsFreeShipping && before === 0 ? null : before);
};

const contentOf = (
  listing: RemoteListing,
  known: KnownListing | undefined,
  reportsFreeShipping: boolean,
): Content => ({
  sku: listing.sku,
  title: listing.title,
  image_url: listing.imageUrl,
  link: listing.link,
  price: listing.price,
  shipping_price: shippingOf(listing, known, reportsFreeShipping),
  currency_code: listing.currencyCode,
  country_code: listing.countryCode,
  stock: Math.min(listing.stock, MOST_UNITS),
  status: listing.status,
  condition: listing.condition,
  listing_type_id: listing.listingTypeId,
  fulfillment: listing.fulfillment,
  promotion_status: listing.promotionStatus,
  catalog_product_id: listing.catalogProductId,
});

const names = (table: string) => sql.join(CONTENT_NAMES.map((name) => sql.ref(`${table}.${name}`)));

/**
 * Stores what was fetched of an account's listings, in one statement, and gives the ids of those that are new or differ,
 * with the marketplace's. `known` is what they were before the fetch: a row that was written meanwhile (a price that we
 * pushed) is newer than what was fetched and stays as it is; the next poll of it tells more. Rows are locked in the
 * order of their ids, so that two that write many cannot wait for each other.
 */
export async function storeListings(
  trx: Trx,
  account: {
    companyId: number;
    accountId: number;
    marketplaceId: number;
    /** Whether its listings say that buyers pay no shipping. */
    reportsFreeShipping: boolean;
  },
  listings: readonly RemoteListing[],
  known: ReadonlyMap<string, KnownListing>,
  now: Date,
): Promise<{ id: number; skuMarketplace: string }[]> {
  const rows = listings.map((listing) => ({
    sku_marketplace: listing.skuMarketplace,
    seen: known.get(listing.skuMarketplace)?.version ?? null,
    ...contentOf(listing, known.get(listing.skuMarketplace), account.reportsFreeShipping),
  }));
  const types = sql.raw(
    Object.entries({ sku_marketplace: 'text', seen: 'text', ...CONTENT })
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  const columns = sql.join(CONTENT_NAMES.map((name) => sql.ref(name)));
  const assignments = sql.join(
    CONTENT_NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`differing.${name}`)}`),
  );
  const { rows: stored } = await sql<{ id: number; skuMarketplace: string }>`
    with fetched as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fetched(${types})
    ), differing as (
      select listing.id, fetched.* from listing
      join fetched on fetched.sku_marketplace = listing.sku_marketplace
      where listing.company_id = ${account.companyId} and listing.account_id = ${account.accountId}
        -- Leads to these rows and past the others, whatever is known of the table.
        and listing.sku_marketplace = any(${rows.map((row) => row.sku_marketplace)}::text[])
        and listing.xmin::text = fetched.seen
        and (${names('listing')}) is distinct from (${names('fetched')})
      order by listing.id for no key update of listing
    ), changed as (
      update listing set ${assignments}, updated_at = ${now}
      from differing where listing.id = differing.id
      returning listing.id, listing.sku_marketplace
    ), added as (
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, ${columns},
        created_at, updated_at)
      select ${account.companyId}, ${account.accountId}, ${account.marketplaceId},
        fetched.sku_marketplace, ${names('fetched')}, ${now}, ${now}
      from fetched where fetched.seen is null
      on conflict (company_id, account_id, sku_marketplace) do nothing
      returning id, sku_marketplace
    )
    select id, sku_marketplace as "skuMarketplace" from changed
    union all select id, sku_marketplace from added order by id`.execute(trx);
  return stored;
}

/** Archives listings that the marketplace does not know any more; returns the ids of those that were not archived yet. */
export async function archiveListings(
  trx: Trx,
  companyId: number,
  accountId: number,
  skus: string[],
  now: Date,
): Promise<number[]> {
  if (skus.length === 0) return [];
  const rows = await trx
    .updateTable('listing')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('sku_marketplace', 'in', skus)
    .where('status', '!=', 'ARCHIVED')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The price of an own listing; with what buyers pay for shipping, where that was reported too. */
export interface OwnPrice {
  listingId: number;
  price: Minor;
  shippingPrice?: Minor | null;
}

/**
 * Writes listings' own prices and returns which differ from the ones before. An equal price is written too, so that a
 * fetch that began earlier finds its data outdated.
 */
export async function setOwnPrices(
  trx: Trx,
  companyId: number,
  prices: readonly OwnPrice[],
  now: Date,
): Promise<number[]> {
  const ids = prices.map(({ listingId }) => listingId);
  const amounts = prices.map(({ price }) => price);
  const shipping = prices.map(({ shippingPrice }) => shippingPrice ?? null);
  const { rows } = await sql<{ id: number; differs: boolean }>`
    with seen as (
      select * from unnest(${ids}::bigint[], ${amounts}::bigint[], ${shipping}::bigint[])
        as seen (id, price, shipping_price)
    ), before as (
      select listing.id, listing.price as old_price, seen.price as new_price,
        listing.shipping_price as old_shipping, coalesce(seen.shipping_price, listing.shipping_price) as new_shipping
      from listing join seen using (id)
      where listing.company_id = ${companyId} order by listing.id for update of listing
    )
    update listing set price = before.new_price, shipping_price = before.new_shipping, updated_at = ${now}
    from before where listing.company_id = ${companyId} and listing.id = before.id
    returning listing.id,
      (before.old_price, before.old_shipping) is distinct from (before.new_price, before.new_shipping) as differs`.execute(
    trx,
  );
  return rows.filter(({ differs }) => differs).map(({ id }) => id);
}

/** Records when notifications of accounts came, for the accounts that exist. */
export async function noteNotified(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_webhook (company_id, account_id, notified_at)
    select company_id, id, ${now} from account
    where company_id = ${companyId} and id = any(${[...accountIds]}::bigint[])
    order by id
    on conflict (company_id, account_id) do update set notified_at = excluded.notified_at`.execute(
    trx,
  );
}

/** Records how the subscription to an account's notifications ended. */
export async function noteSubscribed(
  trx: Trx,
  { companyId, accountId }: { companyId: number; accountId: number },
  failure: CallFailure | null,
  now: Date,
): Promise<void> {
  const kept = {
    subscribed_at: now,
    failure: failure?.kind ?? null,
    message: failure?.message.slice(0, WORDS_LENGTH) ?? null,
  };
  await trx
    .insertInto('account_webhook')
    .values({ company_id: companyId, account_id: accountId, notified_at: null, ...kept })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(kept))
    .execute();
}
