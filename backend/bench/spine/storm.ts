// Notifications of Amazon with market data: from the wire to the written price update, at maximum rate and without polls.

import { waitFor } from '../../testing/lanes.ts';
import { answerTo } from './listings.ts';
import { usedBetween } from './meter.ts';
import type { Stage } from './stage.ts';
import { rivalPrice, type Tenants, tenantsNotification } from './tenants.ts';
import { type Round, type Row, writtenSince } from './throughput.ts';
import { fire, written } from './volley.ts';

const CONNECTIONS = 512;
const PATIENCE_MS = 60_000;
const POLL_MS = 10;

/** Changes the price of a competitor of every listing, and sends all notifications at once. */
export async function runStorm(
  { owner, serverUrl, webhookKey, settled, usage }: Stage,
  { listings, offers }: Tenants,
  round: number,
): Promise<Round> {
  const url = new URL('/api/webhooks/amazon', serverUrl);
  const now = new Date();
  const notifications = new Map(
    listings.map(
      (listing) => [listing.listingId, tenantsNotification(listing, offers, round, now)] as const,
    ),
  );
  const requests = [...notifications.values()].map((body) =>
    written(url, { 'x-api-key': webhookKey }, body),
  );
  const since = await writtenSince(owner);

  const before = await usage();
  const started = performance.now();
  const sent = fire(url, requests, CONNECTIONS);
  await waitFor(PATIENCE_MS, POLL_MS, () => since.hasUpdates(listings.length));
  const milliseconds = performance.now() - started;
  await sent;
  await settled();
  const used = usedBetween(before, await usage());

  const updates = await since.updateRows();
  const prices = new Map(updates.map(({ row }) => [row.listing_id, row.new_price]));
  const missing = listings.filter(
    (listing) => prices.get(listing.listingId) !== answerTo(rivalPrice(round)),
  );
  const polls = await since.pollRows();
  return {
    events: listings.length,
    milliseconds,
    usage: used,
    missing: missing.map((listing) => listing.asin),
    snapshotBatches: [...Map.groupBy(polls, ({ batch }) => batch).values()].map((some) => ({
      bodies: some.flatMap(({ snapshot }) => notifications.get(snapshot.listing_id) ?? []),
      snapshots: some.map(({ snapshot }) => snapshot),
      markets: some.map(({ market }) => market),
    })),
    updateBatches: [...Map.groupBy(updates, ({ batch }) => batch).values()].map((some) =>
      some.map(({ row }): Row => row),
    ),
  };
}
