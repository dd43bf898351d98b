// From the webhook's decoding to the written price update, at maximum rate.
import type postgres from 'postgres';
import { inLanes, waitFor } from '../../testing/lanes.ts';
import { answerTo, notificationOf, undercut } from './listings.ts';
import { type Usage, usedBetween } from './meter.ts';
import type { RuledListing, Stage } from './stage.ts';

/** Notifications under way at once. */
const SENDERS = 64;
const LANES = 8;
const PATIENCE_MS = 20_000;
const POLL_MS = 10;

/** A row as PostgreSQL writes it in JSON. */
export type Row = Record<string, unknown> & { listing_id: number };

/** What one transaction of the product wrote. */
export interface SnapshotBatch {
  /** The texts that were read for it: notification, price to win, offers. */
  bodies: string[];
  snapshots: Row[];
  markets: Row[];
}

export interface Round {
  events: number;
  /** From the first notification to the last price update that could be read. */
  milliseconds: number;
  /** CPU time from the first notification until nothing was under way any more. */
  usage: Usage | null;
  /** Listings without the price update that the competitor's change requires. */
  missing: string[];
  snapshotBatches: SnapshotBatch[];
  updateBatches: Row[][];
}

interface PollRow {
  batch: string;
  snapshot: Row;
  market: Row;
}

/** What the product writes from now on; a batch is a transaction. */
export async function writtenSince(owner: postgres.Sql) {
  // The last number of the sequence, which is cheap to read; its row may not be visible yet.
  const last = async (table: string) => {
    const [row] = await owner<{ id: number }[]>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}::text, 'id')::regclass), 0) as id`;
    return row!.id;
  };
  const [update, snapshot] = [await last('price_update'), await last('market_snapshot')];
  return {
    async hasUpdates(wanted: number): Promise<boolean> {
      if ((await last('price_update')) - update < wanted) return false;
      const [row] = await owner<{ written: number }[]>`
        select count(*) as written from price_update where id > ${update}`;
      return row!.written >= wanted;
    },
    updateRows: () => owner<{ batch: string; row: Row & { new_price: number } }[]>`
      select xmin::text as batch, to_jsonb(u) as row from price_update u
      where id > ${update} and state = 'pending' order by id`,
    pollRows: () => owner<PollRow[]>`
      select s.xmin::text as batch, to_jsonb(s) as snapshot, to_jsonb(m) as market
      from market_snapshot s join market m on m.company_id = s.company_id and m.snapshot_id = s.id
      where s.id > ${snapshot} order by s.id`,
  };
}

/** Posts a notification, and sees that the product took it. */
export async function notify(serverUrl: string, body: string): Promise<void> {
  const answer = await fetch(`${serverUrl}/api/webhooks/mercadolivre`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  const { accepted }: { accepted?: boolean } = answer.ok ? JSON.parse(text) : {};
  if (accepted !== true) throw new Error(`a notification was not taken: ${answer.status} ${text}`);
}

/** Changes the price of the competitor of every listing, then sends all notifications at once. */
export async function runRound(stage: Stage, step: number): Promise<Round> {
  const { stall, owner, listings } = stage;
  await inLanes(listings, LANES, (listing) =>
    stall.setPrice(listing.rivalItemId, undercut(listing, step)),
  );
  const since = await writtenSince(owner);
  const notifications = new Map(
    listings.map((listing) => [listing.listingId, notificationOf(listing, new Date())]),
  );

  const before = await stage.usage();
  const started = performance.now();
  const sent = inLanes(listings, SENDERS, (listing) =>
    notify(stage.serverUrl, notifications.get(listing.listingId)!),
  );
  await waitFor(PATIENCE_MS, POLL_MS, () => since.hasUpdates(listings.length));
  const milliseconds = performance.now() - started;
  await sent;
  await stage.settled();
  const usage = usedBetween(before, await stage.usage());

  const updates = await since.updateRows();
  const prices = new Map(updates.map(({ row }) => [row.listing_id, row.new_price]));
  const missing = listings.filter(
    (listing) => prices.get(listing.listingId) !== answerTo(undercut(listing, step)),
  );
  return {
    events: listings.length,
    milliseconds,
    usage,
    missing: missing.map((listing) => listing.itemId),
    snapshotBatches: await snapshotBatches(stage, await since.pollRows(), notifications),
    updateBatches: [...Map.groupBy(updates, ({ batch }) => batch).values()].map((some) =>
      some.map(({ row }) => row),
    ),
  };
}

/** What the product wrote of the markets, by transaction, with the texts that it read for it. */
async function snapshotBatches(
  { listings, stall }: Stage,
  polls: readonly PollRow[],
  notifications: ReadonlyMap<number, string>,
): Promise<SnapshotBatch[]> {
  const answers = await readAnswers(stall, listings);
  return [...Map.groupBy(polls, ({ batch }) => batch).values()].map((some) => ({
    bodies: some.flatMap(({ snapshot: { listing_id: id } }) => {
      const notification = notifications.get(id);
      return [...(notification === undefined ? [] : [notification]), ...(answers.get(id) ?? [])];
    }),
    snapshots: some.map(({ snapshot }) => snapshot),
    markets: some.map(({ market }) => market),
  }));
}

/** The answers to a poll of each market; the market does not change, so they are those that the product got. */
async function readAnswers(stall: Stage['stall'], listings: readonly RuledListing[]) {
  const answers = new Map<number, string[]>();
  for (const [sellerId, some] of Map.groupBy(listings, (listing) => listing.sellerId)) {
    const seller = await stall.asSeller(sellerId);
    await inLanes(some, LANES, async (listing) => {
      answers.set(listing.listingId, [
        await seller.get(`/items/${listing.itemId}/price_to_win?version=v2`),
        await seller.get(`/products/${listing.productId}/items?limit=20`),
      ]);
    });
  }
  return answers;
}
