// Controls of the server under test: its marketplaces, and the time between two polls.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';

const DATA = process.env.PRIMAZIA_E2E_DATA ?? '';
const read = (...path: string[]) => readFileSync(join(DATA, ...path), 'utf8');

interface ItemView {
  itemId: string;
  price: number;
  offers: { itemId: string; price: number }[];
}

async function control(path: string, change?: object): Promise<Response> {
  const response = await fetch(
    `http://127.0.0.1:${read('sandbox', 'port').trim()}/control/${path}`,
    {
      method: change === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${process.env.SANDBOX_CONTROL_TOKEN}`,
        'content-type': 'application/json',
      },
      ...(change === undefined ? {} : { body: JSON.stringify(change) }),
    },
  );
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** The offers of competitors on the page of a product of ours, the cheapest first. */
export async function competitorsOn(productId: string): Promise<ItemView['offers']> {
  const page: ItemView = await (await control(`items/${productId}`)).json();
  return page.offers
    .filter(({ itemId }) => itemId !== page.itemId)
    .sort((a, b) => a.price - b.price);
}

/** Changes an offer in the name of its seller. */
export const changeOffer = (
  itemId: string,
  change: { price?: number; status?: 'active' | 'paused' },
): Promise<Response> => control(`items/${itemId}`, change);

/** Works on the database of the server under test, as its owner. */
async function inDatabase(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const { port } = JSON.parse(read('postgres', 'server.json')) as { port: number };
  const { postgresPassword } = JSON.parse(read('secrets.json')) as { postgresPassword: string };
  const sql = postgres({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'postgres',
    password: postgresPassword,
    max: 1,
  });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Moves the times of a watched competitor into the past: its next poll is due, and a wait for a second one is as long. */
export const passMinutes = (competitorId: number, minutes: number): Promise<void> =>
  inDatabase(
    (sql) => sql`
      update watched_competitor set next_look_at = now(),
        pending = pending || jsonb_build_object('at', (pending ->> 'at')::numeric - ${minutes * 60_000}::numeric)
      where id = ${competitorId}`,
  );

/** Makes a listing that loses its buybox look as if it had lost it for hours, and for most of a week. */
export const loseForHours = (listingId: number, hours: number): Promise<void> =>
  inDatabase((sql) =>
    sql.begin(async (trx) => {
      await trx`delete from buybox_change where listing_id = ${listingId}`;
      await trx`
        insert into listing_buybox (company_id, listing_id, account_id, state, since, known_from)
        select company_id, id, account_id, 'losing', now() - ${hours} * interval '1 hour', now() - interval '7 days'
        from listing where id = ${listingId}
        on conflict (company_id, listing_id) do update set state = excluded.state, since = excluded.since`;
      await trx`
        insert into buybox_share (company_id, listing_id, account_id, share_day, share_week, share_month)
        select company_id, id, account_id, 10, 10, 10 from listing where id = ${listingId}
        on conflict (company_id, listing_id) do update set share_day = 10, share_week = 10, share_month = 10`;
    }),
  );
