// A million listings of one company among others, with markets, rules and a month of price updates, made by the database.
import type postgres from 'postgres';
import { RuleInput } from '../../pricing/contract.ts';
import { toStoredRule } from '../../pricing/engine/rule.ts';
import { type SeededCompany, seedCompany } from '../../testing/test-context.ts';

/** Of every so many listings one is priced by a rule, and one of those was updated. */
const RULED_EVERY = 5;
const UPDATED_EVERY = 10;
const LISTINGS_OF_A_RULE = 1_000;
const WORDS = [
  'Garrafa',
  'Panela',
  'Furadeira',
  'Mochila',
  'Relógio',
  'Fone',
  'Teclado',
  'Cadeira',
];

const { settings: SETTINGS } = toStoredRule(
  RuleInput.parse({
    name: 'Regra',
    listingIds: [1],
    strategy: 'WIN',
    minPrice: 9,
    maxPrice: 1_000,
  }),
);

async function growCompany(
  owner: postgres.Sql,
  { companyId, accountId }: SeededCompany,
  listings: number,
): Promise<void> {
  await owner.begin(async (sql) => {
    // Nothing here can be wrong, and what the database would check is not what is measured.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
        shipping_price, currency_code, country_code, stock, status, condition, fulfillment, promotion_status,
        created_at, updated_at)
      select ${companyId}, ${accountId}, 2, 'MLB' || n, 'SKU-' || n,
        (${sql.array(WORDS)}::text[])[1 + n % ${WORDS.length}::integer] || ' ' || md5(n::text), 1000 + n % 90000, 0,
        'BRL', 'BR', (hashint4(n) & 1048575) % 50, case when n % 20 = 0 then 'PAUSED' else 'ENABLED' end, 'new', false, 'none',
        now(), now()
      from generate_series(1, ${listings}::integer) n`;
    // The buybox does not correlate with the stock; the number of competitors does: listings with much stock have none.
    await sql`
      insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint,
        winner_name, winner_price, best_rival_price, price, rivals)
      select company_id, id, id, now() - interval '1 minute' * (id % 1000),
        case when hashint8extended(id, 1) % 4 = 0 then 'LOSING' else 'WINNING' end, 'f', 'Loja ' || id % 100, price - 10, price - 10, price,
        case when stock < 45 then 3 else 0 end
      from listing where company_id = ${companyId}`;
    await sql`
      insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at,
        updated_at)
      select ${companyId}, 'Regra ' || n, 'own', 1, 'enabled', 1000 + n * 100, 100000 + n * 100,
        ${JSON.stringify(SETTINGS)}::jsonb, now(), now()
      from generate_series(1, ${Math.ceil(listings / RULED_EVERY / LISTINGS_OF_A_RULE)}::integer) n`;
    await sql`
      with rules as (select id, row_number() over (order by id) - 1 as n from rule where company_id = ${companyId}),
        ads as (select id, row_number() over (order by id) as n from listing where company_id = ${companyId})
      insert into rule_listing (company_id, rule_id, listing_id)
      select ${companyId}, rules.id, ads.id from ads
      join rules on rules.n = (ads.n / ${RULED_EVERY}::integer / ${LISTINGS_OF_A_RULE}::integer)
      where ads.n % ${RULED_EVERY}::integer = 0`;
    await sql`
      insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type,
        price_tag, strategy, old_price, new_price, safe_margin, ranking_type, ranking_status, regained_control,
        explanation, currency_code, country_code, created_at, moved_at)
      select ${companyId}, rl.rule_id, 1, rl.listing_id,
        case when rl.listing_id % 100 = 0 then 'error' else 'applied' end, gen_random_uuid(),
        'to_win', 'none', 'WIN', 10000, 9900, 0, 'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR',
        at, at
      from rule_listing rl, lateral (select now() - interval '1 minute' * (rl.listing_id % 50000) as at) t
      where rl.company_id = ${companyId} and rl.listing_id % ${UPDATED_EVERY}::integer = 0`;
    // Autovacuum and autoanalyze, which are disabled during the bench.
    await sql`
      insert into listing_search (company_id, listing_id, words)
      select company_id, id, lower(concat_ws(e'\\n', title, sku, sku_marketplace, catalog_product_id))
      from listing where company_id = ${companyId}`;
    await sql`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at,
        updated_at)
      select company_id, id, price / 2, 5, 15, 500, 'person', now(), now()
      from listing where company_id = ${companyId} and id % 2 = 0`;
    await sql`
      insert into listing_tally (company_id, backend, listings, losing, ruled)
      select ${companyId}, 0, (select count(*) from listing where company_id = ${companyId}),
        (select count(*) from market where company_id = ${companyId} and buybox_status = 'LOSING'),
        (select count(*) from rule_listing where company_id = ${companyId})`;
  });
}

/** The company with the million, and 49 with a thousandth of it each. */
export async function growCompanies(owner: postgres.Sql, listings: number): Promise<SeededCompany> {
  const large = await seedCompany(owner);
  // An index of texts is made in a tenth of the time that it takes row by row.
  const [index] = await owner<{ made: string }[]>`
    select pg_get_indexdef('listing_search_words'::regclass) as made`;
  await owner`drop index listing_search_words`;
  await growCompany(owner, large, listings);
  for (let n = 1; n < 50; n++) {
    await growCompany(owner, await seedCompany(owner), Math.max(10, Math.round(listings / 1_000)));
  }
  await owner.unsafe(index!.made);
  await owner`vacuum analyze`;
  return large;
}
