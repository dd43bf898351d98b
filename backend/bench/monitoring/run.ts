// Buybox monitoring over a company of a million listings: twenty people in its list, and the pictures above it.
import type postgres from 'postgres';
import { refreshOverview } from '../../pricing/listings/overview.ts';
import { withDatabases } from '../databases.ts';
import { crowd, type PeopleMeasurement } from '../lists/people.ts';
import { growCompanies } from '../lists/rows.ts';
import { serveCompany } from '../lists/serve.ts';

const PATH = '/api/v1/buybox/query';
const PAGE_SIZE = 50;

/** Of the listings each has a state for some days; one of ten changed it within the last month, and a quarter lose. */
async function growTimes(owner: postgres.Sql, companyId: number, watched: number): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update market set price_to_win = winner_price - 50, winner_seller_id = 'S' || listing_id % 100
      where company_id = ${companyId}`;
    await sql`
      insert into listing_buybox (company_id, listing_id, account_id, state, since, known_from)
      select m.company_id, m.listing_id, l.account_id,
        buybox_state_of(l.status, l.stock, m.buybox_status),
        now() - interval '1 hour' * (1 + m.listing_id % 7000), now() - interval '1 year'
      from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id
      where m.company_id = ${companyId}
      on conflict (company_id, listing_id) do update set state = excluded.state, since = excluded.since`;
    await sql`
      insert into buybox_interval (company_id, listing_id, since, until, state)
      select company_id, listing_id, since - interval '2 days', since,
        case when state = 'losing' then 'won' else 'losing' end
      from listing_buybox where company_id = ${companyId} and since > now() - interval '30 days'`;
    await sql`
      insert into buybox_loss (company_id, listing_id, account_id, since, until, seller_id, seller_name, gap_percent, fulfillment)
      select company_id, listing_id, account_id, since, null, 'S' || listing_id % 100, 'Loja ' || listing_id % 100,
        listing_id % 30, listing_id % 2 = 0
      from listing_buybox where company_id = ${companyId} and state = 'losing'`;
    await sql`
      insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state, comparison, offer,
        created_at, updated_at)
      select company_id, id, 1, 'BR', 'B' || lpad(id::text, 9, '0'), 'https://www.amazon.com.br/dp/B', 'ready', 'IDENTICAL',
        jsonb_build_object('price', price), now(), now()
      from listing where company_id = ${companyId} order by id limit ${watched}`;
  });
  await owner`vacuum analyze`;
}

const filter = (field: string, condition: string, value: string) => ({
  field,
  condition,
  value,
  logicalOperator: 'AND' as const,
});

/** Three filters and two orders each, of those that sellers ask. */
function questionOf(person: number) {
  const from = 10 + person * 20;
  const filters = [
    [
      filter('status', 'IN', 'ENABLED'),
      filter('buyboxStatus', 'IN', 'LOSING'),
      filter('price', 'BETWEEN', `${from}|${from + 250}`),
    ],
    [
      filter('buyboxStatus', 'IN', 'LOSING'),
      filter('gapPercent', '<=', '5'),
      filter('stock', '>=', String(1 + (person % 10))),
    ],
    [
      filter('isWinnable', 'IN', 'true'),
      filter('stock', '>=', String(1 + (person % 10))),
      filter('status', 'IN', 'ENABLED'),
    ],
    [
      filter('shareWeek', 'BETWEEN', '0|49.9'),
      filter('status', 'IN', 'ENABLED'),
      filter('price', 'BETWEEN', `${from}|${from + 250}`),
    ],
  ][person % 4]!;
  const orders = [
    [
      { field: 'price', direction: 'asc' },
      { field: 'title', direction: 'asc' },
    ],
    [
      { field: 'title', direction: 'asc' },
      { field: 'price', direction: 'desc' },
    ],
  ][person % 2]!;
  return { filters, orders };
}

/** Measures each call so many times. */
export const runMonitoring = (
  listings: number,
  calls: number,
  say: (line: string) => void,
): Promise<PeopleMeasurement[]> =>
  withDatabases(['bench'], async ([database]) => {
    const { owner, app: pool } = database!;
    say(`making ${listings} listings`);
    const company = await growCompanies(owner, listings);
    const { companyId } = company;
    await growTimes(owner, companyId, Math.ceil(listings / 10));
    const { ctx, ask, close } = serveCompany(
      pool,
      company,
      () => owner`select id, title, price from listing where company_id = ${companyId} limit 1`,
    );
    const measured = (one: PeopleMeasurement): PeopleMeasurement => ({
      ...one,
      bench: 'monitoring',
    });
    try {
      say('working the pictures out');
      const started = performance.now();
      await refreshOverview(ctx, companyId);
      say(`  ${Math.round(performance.now() - started)} ms`);
      const turn = async (person: number, page: number) => {
        const path = `${PATH}?page=${page}&limit=${PAGE_SIZE}`;
        const { ms, text } = await ask(path, questionOf(person));
        return { ms, isEstimate: text.includes('"isEstimate":true') };
      };
      const alone = { people: 1, pause: 0 };
      return [
        await crowd('read by primary key', calls, alone, async () => ({
          ms: (await ask('/floor')).ms,
          isEstimate: false,
        })),
        await crowd('the pictures above the list', calls, alone, async () => ({
          ms: (await ask('/api/v1/buybox/overview')).ms,
          isEstimate: false,
        })),
        await crowd(
          'three filters, two orders, a pause after each answer, first questions too: the goal',
          calls,
          { people: 20, pause: 1_000 },
          turn,
        ),
      ].map(measured);
    } finally {
      await close();
    }
  });
