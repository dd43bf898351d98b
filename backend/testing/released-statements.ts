// The statements of the last release: they have to work on the tables of this version, since processes of both run at the
// same time during an upgrade. When a version is released, its statements replace these.
import { sql } from 'kysely';
import type { Trx } from '../platform/db.ts';

export interface Place {
  companyId: number;
  accountId: number;
  ruleId: number;
}

/** A listing as the first sync writes it; gives its id. */
export async function storeListing(
  trx: Trx,
  { companyId, accountId }: Place,
  sku: string,
  now: Date,
) {
  const fetched = JSON.stringify([{ sku_marketplace: sku, title: sku, price: 10_000 }]);
  const { rows } = await sql<{ id: number }>`
    with fetched as (
      select * from jsonb_to_recordset(${fetched}::jsonb)
        as fetched(sku_marketplace text, title text, price bigint)
    ), added as (
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${companyId}, ${accountId}, 2, fetched.sku_marketplace, fetched.title, fetched.price, 0, 'BRL', 'BR', 5,
        'ENABLED', 'new', false, 'none', ${now}, ${now}
      from fetched
      on conflict (company_id, account_id, sku_marketplace) do nothing
      returning id
    )
    select id from added`.execute(trx);
  return rows[0]!.id;
}

export async function saveCredentials(trx: Trx, { companyId, accountId }: Place, now: Date) {
  const sealed = new Uint8Array([1, 2, 3]);
  await sql`
    insert into account_credentials (account_id, company_id, sealed, expires_at, updated_at)
    values (${accountId}, ${companyId}, ${sealed}, ${now}, ${now})
    on conflict (account_id) do update set sealed = ${sealed}, expires_at = ${now}, updated_at = ${now}`.execute(
    trx,
  );
}

/** A poll at a market: a snapshot, and the market that shows it. */
export async function recordObservation(
  trx: Trx,
  { companyId }: Place,
  listingId: number,
  now: Date,
) {
  const observation = {
    listing_id: listingId,
    observed_at: now,
    own_price: 10_000,
    buybox_status: 'LOSING',
    offers: [],
  };
  const { rows } = await sql<{ id: number; listing_id: number }>`
    insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status,
      winner_seller_id, price_to_win, reason, offers)
    select ${companyId}, listing_id, observed_at, own_price, buybox_status,
      winner_seller_id, price_to_win, reason, offers
    from jsonb_to_recordset(${JSON.stringify([observation])}::jsonb) as look(listing_id bigint,
      observed_at timestamptz, own_price bigint, buybox_status text, winner_seller_id text,
      price_to_win bigint, reason text, offers jsonb)
    returning id, listing_id`.execute(trx);
  const market = { ...observation, snapshot_id: rows[0]!.id, fingerprint: 'f', rivals: 0 };
  await sql`
    insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint,
      winner_name, winner_price, best_rival_price, rivals)
    select ${companyId}, listing_id, snapshot_id, observed_at, buybox_status, fingerprint,
      winner_name, winner_price, best_rival_price, rivals
    from jsonb_to_recordset(${JSON.stringify([market])}::jsonb) as look(listing_id bigint,
      snapshot_id bigint, observed_at timestamptz, buybox_status text, fingerprint text,
      winner_name text, winner_price bigint, best_rival_price bigint, rivals integer)
    on conflict (listing_id) do update set
      snapshot_id = excluded.snapshot_id,
      observed_at = excluded.observed_at,
      buybox_status = excluded.buybox_status,
      fingerprint = excluded.fingerprint,
      winner_name = excluded.winner_name,
      winner_price = excluded.winner_price,
      best_rival_price = excluded.best_rival_price,
      rivals = excluded.rivals
    where market.observed_at <= excluded.observed_at`.execute(trx);
  return rows[0]!.id;
}

export async function lockListing(trx: Trx, { companyId }: Place, listingId: number) {
  await sql`
    insert into listing_pricing (listing_id, company_id)
    select l.id, l.company_id from listing l
    where l.company_id = ${companyId} and l.id = any(${[listingId]}::bigint[])
      and not exists (select from listing_pricing p where p.listing_id = l.id)
    order by l.id
    on conflict do nothing`.execute(trx);
  await sql`
    select listing_id from listing_pricing where company_id = ${companyId}
      and listing_id = any(${[listingId]}::bigint[]) order by listing_id for update`.execute(trx);
}

export interface Seen {
  id: number;
  version: number;
  state: string;
}

export async function insertUpdate(
  trx: Trx,
  { companyId, ruleId }: Place,
  listingId: number,
  snapshotId: number,
  now: Date,
): Promise<Seen> {
  const update = {
    company_id: companyId,
    rule_id: ruleId,
    rule_version: 1,
    listing_id: listingId,
    snapshot_id: snapshotId,
    state: 'pending',
    operation_key: crypto.randomUUID(),
    old_price: 10_000,
    new_price: 9_900,
    created_at: now,
    moved_at: now,
  };
  const { rows } = await sql<Seen>`
    insert into price_update as u (company_id, rule_id, rule_version, listing_id, snapshot_id, state,
      operation_key, event_type, price_tag, strategy, old_price, new_price, safe_margin, ranking_type,
      ranking_status, regained_control, explanation, currency_code, country_code, created_at, moved_at)
    select company_id, rule_id, rule_version, listing_id, snapshot_id, state, operation_key, 'MARKET', 'WIN', 'WIN',
      old_price, new_price, 0, 'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR', created_at, moved_at
    from jsonb_to_recordset(${JSON.stringify([update])}::jsonb) as n(company_id bigint, rule_id bigint,
      rule_version integer, listing_id bigint, snapshot_id bigint, state text, operation_key uuid,
      old_price bigint, new_price bigint, created_at timestamptz, moved_at timestamptz)
    returning u.id, u.version, u.state`.execute(trx);
  return rows[0]!;
}

/** The fence: moves only what still is as it was seen. */
export async function moveUpdate(
  trx: Trx,
  { companyId }: Place,
  from: Seen,
  state: string,
  now: Date,
) {
  const wanted = JSON.stringify([
    { id: from.id, version: from.version, was: from.state, state, attempts: 1 },
  ]);
  const { rows } = await sql<Seen>`
    update price_update u set
      state = n.state,
      version = u.version + 1,
      attempts = n.attempts,
      moved_at = case when n.state = u.state then u.moved_at else ${now} end
    from jsonb_to_recordset(${wanted}::jsonb) as n(id bigint, version integer, was text,
      state text, attempts integer)
    where u.company_id = ${companyId} and u.id = n.id and u.version = n.version and u.state = n.was
    returning u.id, u.version, u.state`.execute(trx);
  return rows[0] ?? null;
}

export const activeUpdates = async (trx: Trx, { companyId }: Place, listingId: number) =>
  (
    await sql<Seen>`
      select id, version, state from price_update where company_id = ${companyId}
        and listing_id = any(${[listingId]}::bigint[]) and state in ('pending', 'retry', 'sent')`.execute(
      trx,
    )
  ).rows;

/** Adds a notification; a duplicate is added once. Gives the number of added ones. */
export async function ring(trx: Trx, { companyId }: Place, subject: string, now: Date) {
  const { rows } = await sql`
    insert into notification (company_id, level, code, values, subject, created_at)
    values (${companyId}, 'info', 'update_applied', '{}', ${subject}, ${now})
    on conflict (company_id, subject) do nothing returning id`.execute(trx);
  return rows.length;
}

/** The history of a company, with what each update is about. */
export const history = async (trx: Trx, { companyId }: Place) =>
  (
    await sql<Seen>`
      select u.*, r.name as rule_name, l.title, s.observed_at as market_observed_at,
        exists (select from price_update n where n.company_id = u.company_id
          and n.reverts = u.id and n.state in ('sent', 'retry')) as undoing
      from price_update as u
      inner join rule as r on r.company_id = u.company_id and r.id = u.rule_id
      inner join listing as l on l.company_id = u.company_id and l.id = u.listing_id
      left join market_snapshot as s on s.company_id = u.company_id and s.id = u.snapshot_id
      where u.company_id = ${companyId} order by u.created_at desc, u.id desc limit 20`.execute(trx)
  ).rows;
