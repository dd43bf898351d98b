// Notifications of Amazon, each of which tells a whole market: from the wire to the price update written, as fast as
// it goes, with nobody asked for anything.
import { answerTo } from './ads.ts';
import { type Crowd, crowdNotice, rivalPrice } from './crowd.ts';
import { waitFor } from './lanes.ts';
import { usedBetween } from './meter.ts';
import type { Stage } from './stage.ts';
import { type Round, type Row, writtenSince } from './throughput.ts';
import { fire, written } from './volley.ts';

const CONNECTIONS = 512;
const PATIENCE_MS = 60_000;
const LOOK_MS = 10;

/** Moves a rival of every ad of the crowd, and tells the house of all of it at once. */
export async function runStorm(
  { owner, houseUrl, webhookKey, settled, usage }: Stage,
  { ads, offers }: Crowd,
  round: number,
): Promise<Round> {
  const url = new URL('/api/webhooks/amazon', houseUrl);
  const now = new Date();
  const notices = new Map(
    ads.map((ad) => [ad.listingId, crowdNotice(ad, offers, round, now)] as const),
  );
  const requests = [...notices.values()].map((body) =>
    written(url, { 'x-api-key': webhookKey }, body),
  );
  const since = await writtenSince(owner);

  const before = await usage();
  const started = performance.now();
  const sent = fire(url, requests, CONNECTIONS);
  await waitFor(PATIENCE_MS, LOOK_MS, () => since.hasUpdates(ads.length));
  const milliseconds = performance.now() - started;
  await sent;
  await settled();
  const used = usedBetween(before, await usage());

  const updates = await since.updateRows();
  const prices = new Map(updates.map(({ row }) => [row.listing_id, row.new_price]));
  const missing = ads.filter((ad) => prices.get(ad.listingId) !== answerTo(rivalPrice(round)));
  const looks = await since.lookRows();
  return {
    events: ads.length,
    milliseconds,
    usage: used,
    missing: missing.map((ad) => ad.asin),
    snapshotBatches: [...Map.groupBy(looks, ({ batch }) => batch).values()].map((some) => ({
      bodies: some.flatMap(({ snapshot }) => notices.get(snapshot.listing_id) ?? []),
      snapshots: some.map(({ snapshot }) => snapshot),
      markets: some.map(({ market }) => market),
    })),
    updateBatches: [...Map.groupBy(updates, ({ batch }) => batch).values()].map((some) =>
      some.map(({ row }): Row => row),
    ),
  };
}
