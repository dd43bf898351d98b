import { sql } from 'kysely';
import { minimumOf } from '../catalog/actions.ts';
import type { OrderState, Recipient, ShipmentState } from '../integrations/marketplace.ts';
import type { FeePoint } from '../kernel/fees.ts';
import type { Minor } from '../kernel/money.ts';
import { plainName } from '../kernel/plain-name.ts';
import { addDays } from '../kernel/time-zone.ts';
import type { Trx } from '../platform/db.ts';
import { rowsTable } from '../platform/rows-table.ts';
import type { SalesAccount } from './time-zones.ts';

/** Who held the buybox: the listing alone, the listing with others, another seller. */
export type Held = 'won' | 'shared' | 'lost' | 'unknown';

/** The columns that the marketplace reports and may change. */
export const REPORTED = [
  'sku_marketplace',
  'currency_code',
  'state',
  'units',
  'price',
  'shipping',
  'fee',
  'refunded_units',
  'refunded',
  'counts_order',
] as const;

export interface NewLine {
  order_id: string;
  line: string;
  /** YYYY-MM-DD in the account's time zone. */
  day: string;
  ordered_at: Date;
  updated_at: Date;
  /** 0: the listing is not known. */
  listing_id: number;
  sku_marketplace: string;
  currency_code: string;
  state: OrderState;
  units: number;
  price: Minor | null;
  shipping: Minor | null;
  fee: Minor | null;
  refunded_units: number | null;
  refunded: Minor | null;
  counts_order: boolean;
  held: Held;
  cost: Minor | null;
  tax_percent: number | null;
  fee_percent: number | null;
  fee_fixed: Minor | null;
}

export type StoredLine = NewLine;

/** Distinguishes these locks from others of the database. */
const ORDERS_LOCK = 746_392;

/**
 * Lets one transaction at a time record orders of one account; the lock ends with it. Without sorting, the planner finds stored
 * lines by the primary key, whose order they have. Of a table that grows faster than its statistics it sometimes takes another index,
 * which reads all lines of the company for each order.
 */
export const lockOrders = (trx: Trx, accountId: number) =>
  sql`select set_config('enable_sort', 'off', true),
    pg_advisory_xact_lock(${ORDERS_LOCK}::integer, (${accountId}::bigint % 2147483647)::integer)`.execute(
    trx,
  );

/** Deletes the recorded orders of an account; their shipments stay. */
export const forgetOrders = (trx: Trx, { companyId, accountId }: SalesAccount) =>
  trx
    .deleteFrom('order_line')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

/** The recorded lines of orders. If the account's time zone has changed since, an order may lie on the day before or after. */
export async function storedLines(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  orders: readonly { orderId: string; day: string }[],
): Promise<StoredLine[]> {
  const days = orders.map(({ day }) => day).sort();
  // In the order of the primary key, by which they are found (see `lockOrders`).
  const { rows } = await sql<StoredLine>`
    select l.order_id, l.line, l.day::text as day, l.ordered_at, l.updated_at, l.listing_id, l.sku_marketplace,
      l.currency_code, l.state, l.units, l.price, l.shipping, l.fee, l.refunded_units, l.refunded, l.counts_order,
      l.held, l.cost, l.tax_percent, l.fee_percent, l.fee_fixed
    from unnest(${orders.map(({ orderId }) => orderId)}::text[]) as k(order_id)
    cross join lateral (
      select * from order_line o
      where o.company_id = ${companyId} and o.account_id = ${accountId} and o.order_id = k.order_id
        and o.day between ${addDays(days[0]!, -1)}::text::date and ${addDays(days.at(-1)!, 1)}::text::date
      order by o.line, o.day
    ) l`.execute(trx);
  return rows;
}

/** A listing that was sold, with what it costs its seller now. */
export interface SoldListing {
  id: number;
  cost: Minor | null;
  taxPercent: number | null;
  feePercent: number | null;
  feeFixed: Minor | null;
  feePoints: readonly FeePoint[];
}

/** Listings of the account by the marketplace's own ids. */
export async function soldListings(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  skus: readonly string[],
): Promise<Map<string, SoldListing>> {
  const rows = await trx
    .selectFrom('listing')
    .leftJoin('listing_cost as c', (join) =>
      join
        .onRef('c.company_id', '=', 'listing.company_id')
        .onRef('c.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.sku_marketplace',
      'c.cost',
      'c.tax_percent',
      'c.fee_percent',
      'c.fee_fixed',
      'c.floor_base',
      'c.floor_price',
      'c.floor_fees',
      'c.floor_asked_at',
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.account_id', '=', accountId)
    .where('listing.sku_marketplace', '=', sql<string>`any(${skus}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.sku_marketplace,
      {
        id: row.id,
        cost: row.cost,
        taxPercent: row.tax_percent,
        feePercent: row.fee_percent,
        feeFixed: row.fee_fixed,
        feePoints: minimumOf(row)?.fees ?? [],
      },
    ]),
  );
}

/** The status of each line's listing as it was ordered, and when the listing was observed last until then; null: never. */
export async function observedAt(
  trx: Trx,
  companyId: number,
  lines: readonly Pick<NewLine, 'listing_id' | 'ordered_at'>[],
): Promise<{ status: string | null; lastAt: Date | null }[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ status: string | null; lastAt: Date | null }>`
    select s.buybox_status as status, least(m.observed_at, k.ordered_at) as "lastAt"
    from unnest(${lines.map((line) => line.listing_id)}::bigint[],
      ${lines.map((line) => line.ordered_at.toISOString())}::text[]::timestamptz[]) with ordinality
      as k(listing_id, ordered_at, n)
    left join market m on m.company_id = ${companyId} and m.listing_id = k.listing_id
    left join lateral (
      select buybox_status from market_snapshot s
      where s.company_id = ${companyId} and s.listing_id = k.listing_id and s.observed_at <= k.ordered_at
      order by s.observed_at desc limit 1
    ) s on true
    order by k.n`.execute(trx);
  return rows;
}

const LINE_COLUMNS = {
  order_id: 'text',
  line: 'text',
  day: 'date',
  ordered_at: 'timestamptz',
  updated_at: 'timestamptz',
  listing_id: 'bigint',
  sku_marketplace: 'text',
  currency_code: 'text',
  state: 'text',
  units: 'integer',
  price: 'bigint',
  shipping: 'bigint',
  fee: 'bigint',
  refunded_units: 'integer',
  refunded: 'bigint',
  counts_order: 'boolean',
  held: 'text',
  cost: 'bigint',
  tax_percent: 'numeric',
  fee_percent: 'numeric',
  fee_fixed: 'bigint',
} as const satisfies Record<keyof NewLine, string>;

/** Writes lines, new ones and those that changed. */
export async function saveLines(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  lines: readonly NewLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into order_line (company_id, account_id, order_id, line, day, ordered_at, updated_at, recorded_at, listing_id,
      sku_marketplace, currency_code, state, units, price, shipping, fee, refunded_units, refunded, counts_order, held,
      cost, tax_percent, fee_percent, fee_fixed)
    select ${companyId}, ${accountId}, order_id, line, day, ordered_at, updated_at, ${now}, listing_id,
      sku_marketplace, currency_code, state, units, price, shipping, fee, refunded_units, refunded, counts_order, held,
      cost, tax_percent, fee_percent, fee_fixed
    from ${rowsTable(lines, LINE_COLUMNS)}
    on conflict (company_id, account_id, order_id, line, day) do update set
      ordered_at = excluded.ordered_at, updated_at = excluded.updated_at, recorded_at = excluded.recorded_at,
      listing_id = excluded.listing_id, sku_marketplace = excluded.sku_marketplace,
      currency_code = excluded.currency_code, state = excluded.state, units = excluded.units, price = excluded.price,
      shipping = excluded.shipping, fee = excluded.fee, refunded_units = excluded.refunded_units,
      refunded = excluded.refunded, counts_order = excluded.counts_order, fee_percent = excluded.fee_percent,
      fee_fixed = excluded.fee_fixed`.execute(trx);
}

/** Deletes lines that their orders no longer have. */
export async function deleteLines(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  lines: readonly Pick<NewLine, 'order_id' | 'line' | 'day'>[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    delete from order_line l
    using ${rowsTable(lines, { order_id: 'text', line: 'text', day: 'date' })}
    where l.company_id = ${companyId} and l.account_id = ${accountId} and l.day = given.day
      and l.order_id = given.order_id and l.line = given.line`.execute(trx);
}

/**
 * Marks the days of listings that have to be summed again. A mark that exists is written too: a transaction that sums its day
 * meanwhile does not see this one, and so must not take the mark.
 */
export async function markDirty(
  trx: Trx,
  { companyId, accountId }: Pick<SalesAccount, 'companyId' | 'accountId'>,
  lines: readonly Pick<NewLine, 'day' | 'listing_id'>[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  const keys = new Map(
    lines.map(({ day, listing_id }) => [`${day} ${listing_id}`, { day, listing_id }]),
  );
  await sql`
    insert into dirty_day (company_id, day, account_id, listing_id, marked_at)
    select ${companyId}, day, ${accountId}, listing_id, ${now}
    from ${rowsTable([...keys.values()], { day: 'date', listing_id: 'bigint' })}
    order by day, listing_id
    on conflict (company_id, day, account_id, listing_id) do update set marked_at = excluded.marked_at`.execute(
    trx,
  );
}

export interface NewShipment {
  order_id: string;
  shipment_id: string;
  state: ShipmentState;
  carrier: string | null;
  tracking_number: string | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  ordered_at: Date;
  updated_at: Date;
  recipient: Recipient | null;
}

const SHIPMENT_COLUMNS = {
  order_id: 'text',
  shipment_id: 'text',
  state: 'text',
  carrier: 'text',
  tracking_number: 'text',
  shipped_at: 'timestamptz',
  delivered_at: 'timestamptz',
  ordered_at: 'timestamptz',
  updated_at: 'timestamptz',
  recipient_name: 'text',
  postal_code: 'text',
  city: 'text',
  region: 'text',
  country_code: 'text',
} as const;

/** Writes shipments as their orders last reported them. A recipient stays known where a report leaves it out. */
export async function saveShipments(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  shipments: readonly NewShipment[],
): Promise<void> {
  if (shipments.length === 0) return;
  const rows = shipments.map(({ recipient, ...shipment }) => ({
    ...shipment,
    recipient_name: recipient?.name ?? null,
    postal_code: recipient?.postalCode ?? null,
    city: recipient?.city ?? null,
    region: recipient?.state ?? null,
    country_code: recipient?.countryCode ?? null,
  }));
  await sql`
    insert into shipment (company_id, account_id, order_id, shipment_id, state, carrier, tracking_number, shipped_at,
      delivered_at, ordered_at, updated_at, recipient_name, postal_code, city, region, country_code)
    select ${companyId}, ${accountId}, order_id, shipment_id, state, carrier, tracking_number, shipped_at,
      delivered_at, ordered_at, updated_at, recipient_name, postal_code, city, region, country_code
    from ${rowsTable(rows, SHIPMENT_COLUMNS)}
    on conflict (company_id, account_id, order_id, shipment_id) do update set state = excluded.state,
      carrier = excluded.carrier, tracking_number = excluded.tracking_number, shipped_at = excluded.shipped_at,
      delivered_at = excluded.delivered_at, updated_at = excluded.updated_at,
      recipient_name = coalesce(excluded.recipient_name, shipment.recipient_name),
      postal_code = coalesce(excluded.postal_code, shipment.postal_code),
      city = coalesce(excluded.city, shipment.city), region = coalesce(excluded.region, shipment.region),
      country_code = coalesce(excluded.country_code, shipment.country_code)
    where shipment.updated_at <= excluded.updated_at`.execute(trx);
  await saveShipmentNames(trx, companyId, shipments);
}

/** Stores the names that orders were shipped to and with, each once, until the retention of the latest of them ends. */
async function saveShipmentNames(
  trx: Trx,
  companyId: number,
  shipments: readonly NewShipment[],
): Promise<void> {
  const latest = new Map<string, { kind: string; name: string; plain: string; at: Date }>();
  for (const { recipient, carrier, ordered_at: at } of shipments) {
    for (const [kind, name] of [
      ['recipient', recipient?.name],
      ['shipping_company', carrier],
    ] as const) {
      const plain = plainName(name ?? '');
      const key = `${kind} ${plain}`;
      const before = latest.get(key);
      if (plain !== '' && (before === undefined || before.at < at))
        latest.set(key, { kind, name: name!.trim(), plain, at });
    }
  }
  if (latest.size === 0) return;
  const rows = [...latest.values()];
  // In one order, so that two accounts do not wait for each other.
  await sql`
    insert into shipment_name as n (company_id, kind, name, plain_name, ordered_at)
    select ${companyId}, kind, name, plain_name, at
    from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ plain }) => plain)}::text[], ${rows.map(({ at }) => at.toISOString())}::text[]::timestamptz[])
      as given(kind, name, plain_name, at)
    order by kind, plain_name
    on conflict (company_id, kind, plain_name) do update set ordered_at = excluded.ordered_at
    where n.ordered_at < excluded.ordered_at - interval '1 day'`.execute(trx);
}

/**
 * Links lines whose listing was not known to the one that is known since, and marks their days; the cost stays unknown.
 * @returns how many lines there were
 */
export async function linkLines(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ account_id: number; listing_id: number; day: string }>`
    update order_line o set listing_id = l.id
    from listing l
    where l.company_id = ${companyId} and l.id = any(${listingIds}::bigint[]) and o.company_id = l.company_id
      and o.listing_id = 0 and o.account_id = l.account_id and o.sku_marketplace = l.sku_marketplace
    returning o.account_id, o.listing_id, o.day::text as day`.execute(trx);
  for (const [accountId, lines] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    const both = lines.flatMap(({ day, listing_id }) => [
      { day, listing_id },
      { day, listing_id: 0 },
    ]);
    await markDirty(trx, { companyId, accountId }, both, now);
  }
  return rows.length;
}
