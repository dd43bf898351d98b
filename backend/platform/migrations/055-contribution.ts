import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The contribution margin of a unit at the price to win, in an indexable form: a market has the costs of its listing, which
// triggers copy from `listing_cost`. A transaction that writes several markets does so in the order of their listings.

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const force = (db: Kysely<unknown>, words: 'force' | 'no force') =>
  run(
    db,
    ['market', 'listing_cost'].map((table) => `alter table ${table} ${words} row level security`),
  );

const HELD = ['market', 'listing_cost'];
const COPIES = 'unit_cost, unit_fixed, unit_percent';
/** Of the costs `c`; nothing follows where the cost or the marketplace's fee is not known. */
const KNOWN = `case when c.cost is not null and c.fee_source is not null then c.cost end as unit_cost,
  case when c.cost is not null and c.fee_source is not null then c.cost + coalesce(c.fee_fixed, 0) end as unit_fixed,
  case when c.cost is not null and c.fee_source is not null
    then coalesce(c.fee_percent, 0) + coalesce(c.tax_percent, 0) end as unit_percent`;
const SET = 'unit_cost = k.unit_cost, unit_fixed = k.unit_fixed, unit_percent = k.unit_percent';
/** The plan is for few rows, whatever the first call had. */
const FEW_ROWS = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';

const keptAs = (isOrdered: boolean) => `
  create or replace function listing_market_price() returns trigger language plpgsql ${FEW_ROWS} as $$
    begin
      ${
        isOrdered
          ? `perform from added n join market m on m.company_id = n.company_id and m.listing_id = n.id
              where m.price <> n.price order by m.company_id, m.listing_id for no key update of m;`
          : ''
      }
      update market m set price = n.price from added n
      where m.company_id = n.company_id and m.listing_id = n.id and m.price <> n.price;
      return null;
    end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await force(db, 'no force');
  await run(db, [
    'alter table market add column unit_cost bigint, add column unit_fixed bigint, add column unit_percent numeric(5, 2)',
    // A change of costs alone does not change the market.
    'alter table market disable trigger user',
    `update market m set ${SET}
      from (select c.company_id, c.listing_id, ${KNOWN} from listing_cost c) k
      where k.company_id = m.company_id and k.listing_id = m.listing_id and k.unit_cost is not null`,
    'alter table market enable trigger user',
    `alter table market add column contribution_to_win bigint generated always as (
      case when buybox_status = 'LOSING' then price_to_win - unit_fixed
        - round(price_to_win::numeric * unit_percent / 100)::bigint end) stored`,
    `create index market_contribution on market (company_id, contribution_to_win, listing_id)
      where contribution_to_win is not null`,
    'create index watched_sum_price on watched_sum (company_id, price, listing_id) where price is not null',
    `create function market_costs() returns trigger language plpgsql ${FEW_ROWS} as $$
      begin
        update market m set ${SET}
        from (select c.company_id, c.listing_id, ${KNOWN}
          from added a join listing_cost c on c.company_id = a.company_id and c.listing_id = a.listing_id) k
        where m.company_id = k.company_id and m.listing_id = k.listing_id and k.unit_cost is not null;
        return null;
      end $$`,
    `create trigger market_costs after insert on market referencing new table as added
      for each statement execute function market_costs()`,
    `create function listing_cost_market() returns trigger language plpgsql ${FEW_ROWS} as $$
      begin
        perform from added n join market m on m.company_id = n.company_id and m.listing_id = n.listing_id
        order by m.company_id, m.listing_id for no key update of m;
        update market m set ${SET}
        from (select c.company_id, c.listing_id, ${KNOWN} from added c) k
        where m.company_id = k.company_id and m.listing_id = k.listing_id
          and (m.unit_cost, m.unit_fixed, m.unit_percent)
            is distinct from (k.unit_cost, k.unit_fixed, k.unit_percent);
        return null;
      end $$`,
    ...['insert', 'update'].map(
      (event) => `create trigger listing_cost_market_${event} after ${event} on listing_cost
        referencing new table as added for each statement execute function listing_cost_market()`,
    ),
    keptAs(true),
  ]);
  await force(db, 'force');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await run(db, [
    keptAs(false),
    'drop trigger listing_cost_market_update on listing_cost',
    'drop trigger listing_cost_market_insert on listing_cost',
    'drop function listing_cost_market()',
    'drop trigger market_costs on market',
    'drop function market_costs()',
    'drop index watched_sum_price',
    `alter table market drop column contribution_to_win, ${COPIES.split(', ')
      .map((name) => `drop column ${name}`)
      .join(', ')}`,
  ]);
}
