// From the webhook's decoding to the price update written, as fast as it goes.
import { answerTo, noticeOf, undercut } from './ads.ts';
import { inLanes, waitFor } from './lanes.ts';
import type { RuledAd, Stage } from './stage.ts';

/** Notifications under way at once. */
const SENDERS = 64;
const LANES = 8;
const PATIENCE_MS = 20_000;
const LOOK_MS = 10;

/** A row as PostgreSQL writes it in JSON. */
export type Row = Record<string, unknown> & { listing_id: number };

/** What one transaction of the house wrote. */
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
  /** Ads without the price update that the rival's move asks for. */
  missing: string[];
  snapshotBatches: SnapshotBatch[];
  updateBatches: Row[][];
}

/** Posts a notification, and sees that the house took it. */
export async function notify(houseUrl: string, body: string): Promise<void> {
  const answer = await fetch(`${houseUrl}/api/webhooks/mercadolivre`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  const { accepted }: { accepted?: boolean } = answer.ok ? JSON.parse(text) : {};
  if (accepted !== true) throw new Error(`a notification was not taken: ${answer.status} ${text}`);
}

/** Moves the rival of every ad, then tells the house of all of it at once. */
export async function runRound(stage: Stage, step: number): Promise<Round> {
  const { stall, owner, ads } = stage;
  await inLanes(ads, LANES, (ad) => stall.setPrice(ad.rivalItemId, undercut(ad, step)));
  const [before] = await owner<{ update: number; snapshot: number }[]>`
    select (select coalesce(max(id), 0) from price_update) as update,
      (select coalesce(max(id), 0) from market_snapshot) as snapshot`;
  const since = before!;
  const notices = new Map(ads.map((ad) => [ad.listingId, noticeOf(ad, new Date())]));

  const started = performance.now();
  const sent = inLanes(ads, SENDERS, (ad) => notify(stage.houseUrl, notices.get(ad.listingId)!));
  await waitFor(PATIENCE_MS, LOOK_MS, async () => {
    const [row] = await owner<{ written: number }[]>`
      select count(*) as written from price_update where id > ${since.update}`;
    return row!.written >= ads.length;
  });
  const milliseconds = performance.now() - started;
  await sent;
  await stage.settled();

  const updates = await owner<{ batch: string; row: Row & { new_price: number } }[]>`
    select xmin::text as batch, to_jsonb(u) as row from price_update u
    where id > ${since.update} and state = 'pending' order by id`;
  const prices = new Map(updates.map(({ row }) => [row.listing_id, row.new_price]));
  const missing = ads.filter((ad) => prices.get(ad.listingId) !== answerTo(undercut(ad, step)));
  return {
    events: ads.length,
    milliseconds,
    missing: missing.map((ad) => ad.itemId),
    snapshotBatches: await snapshotBatches(stage, since.snapshot, notices),
    updateBatches: [...Map.groupBy(updates, ({ batch }) => batch).values()].map((some) =>
      some.map(({ row }) => row),
    ),
  };
}

/** What the house wrote of the markets since, by transaction, with the texts that it read for it. */
async function snapshotBatches(
  { owner, ads, stall }: Stage,
  since: number,
  notices: ReadonlyMap<number, string>,
): Promise<SnapshotBatch[]> {
  const written = await owner<{ batch: string; snapshot: Row; market: Row }[]>`
    select s.xmin::text as batch, to_jsonb(s) as snapshot, to_jsonb(m) as market
    from market_snapshot s join market m on m.snapshot_id = s.id
    where s.id > ${since} order by s.id`;
  const answers = await readAnswers(stall, ads);
  return [...Map.groupBy(written, ({ batch }) => batch).values()].map((some) => ({
    bodies: some.flatMap(({ snapshot: { listing_id: id } }) => {
      const notice = notices.get(id);
      return [...(notice === undefined ? [] : [notice]), ...(answers.get(id) ?? [])];
    }),
    snapshots: some.map(({ snapshot }) => snapshot),
    markets: some.map(({ market }) => market),
  }));
}

/** The answers that a look at each market gets; the market stands still, so they are those that the house got. */
async function readAnswers(stall: Stage['stall'], ads: readonly RuledAd[]) {
  const answers = new Map<number, string[]>();
  for (const [sellerId, some] of Map.groupBy(ads, (ad) => ad.sellerId)) {
    const seller = await stall.asSeller(sellerId);
    await inLanes(some, LANES, async (ad) => {
      answers.set(ad.listingId, [
        await seller.get(`/items/${ad.itemId}/price_to_win?version=v2`),
        await seller.get(`/products/${ad.productId}/items?limit=20`),
      ]);
    });
  }
  return answers;
}
