// From a notification to the price at the marketplace, at a constant rate that does not wait for results (open loop).
import { toAmount } from '../../kernel/money.ts';
import { inLanes, pause } from '../../testing/lanes.ts';
import { answerTo, notificationOf, swing } from './listings.ts';
import { type Usage, usedBetween } from './meter.ts';
import type { RuledListing, Stage } from './stage.ts';
import { notify } from './throughput.ts';

/** Time from a competitor's change to its notification. */
const LEAD_MS = 40;

export interface LatencyOptions {
  /** Events a second, evenly spaced. */
  rate: number;
  seconds: number;
  /**
   * `bench`: one notification for each move of a competitor, sent by the bench. `sandbox`: the marketplace sends them
   * itself, and those of our own new prices too (three for each), and the time runs from the competitor's move.
   */
  courier: 'bench' | 'sandbox';
}

export interface LatencyRun {
  events: number;
  /** Milliseconds from the notification to the price at the marketplace, of each event that led to one. */
  pushed: number[];
  /** Of the pushed: from the notification to the poll at the market, and to the decision. */
  looked: number[];
  decided: number[];
  /** Without a price of its own, because the competitor had changed again. */
  coalesced: number;
  /** The price was already set when the notification was sent: another cause had polled the market before. */
  early: number;
  /** Listings whose last event led to no price. */
  missing: string[];
  /** CPU time from the first notification until nothing was under way any more. */
  usage: Usage | null;
  /** How much later than planned the bench sent at worst, in milliseconds. */
  lag: number;
}

interface Event {
  listing: RuledListing;
  price: number;
  sentAt: number;
}

const until = (instant: number) => pause(Math.max(0, instant - Date.now()));

/** How often each listing's competitor has swung; over all runs, so that the next swing is always the other way. */
export type Swings = Map<number, number>;

/** Moves competitors at the given rate, listing after listing, and waits until all of it has settled. */
export async function runLatency(
  stage: Stage,
  listings: readonly RuledListing[],
  swings: Swings,
  { rate, seconds, courier }: LatencyOptions,
): Promise<LatencyRun> {
  const { stall, owner, serverUrl } = stage;
  const [newest] = await owner<{ update: number }[]>`
    select coalesce(max(id), 0) as update from price_update`;
  await stall.notify(courier === 'sandbox' ? `${serverUrl}/api/webhooks/mercadolivre` : null);

  const before = await stage.usage();
  const start = Date.now() + 500;
  const count = Math.round(rate * seconds);
  const lags: number[] = [];
  const events = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<Event> => {
      const listing = listings[index % listings.length]!;
      const swung = swings.get(listing.listingId) ?? 0;
      swings.set(listing.listingId, swung + 1);
      const rivalPrice = swing(listing, swung);
      const price = answerTo(rivalPrice);
      const due = start + (index * 1_000) / rate;
      if (courier === 'sandbox') {
        await until(due);
        const sentAt = Date.now();
        lags.push(sentAt - due);
        await stall.setPrice(listing.rivalItemId, rivalPrice);
        return { listing, price, sentAt };
      }
      await until(due - LEAD_MS);
      await stall.setPrice(listing.rivalItemId, rivalPrice);
      await until(due);
      const sentAt = Date.now();
      lags.push(sentAt - due);
      await notify(serverUrl, notificationOf(listing, new Date(sentAt)));
      return { listing, price, sentAt };
    }),
  );
  await stage.settled();
  const usage = usedBetween(before, await stage.usage());
  await stall.notify(null);
  return {
    ...(await judge(stage, events, start, newest!.update)),
    usage,
    lag: Math.max(...lags),
  };
}

/** Finds the price that each event led to. */
async function judge(
  { stall, owner }: Stage,
  events: readonly Event[],
  start: number,
  sinceUpdate: number,
): Promise<Omit<LatencyRun, 'lag' | 'usage'>> {
  const updates = await owner<{ itemId: string; price: number; looked: Date; decided: Date }[]>`
    select l.sku_marketplace as "itemId", u.new_price as price, s.observed_at as looked,
      u.created_at as decided
    from price_update u join market_snapshot s on s.id = u.snapshot_id
      join listing l on l.id = u.listing_id
    where u.id > ${sinceUpdate} and u.attempts > 0`;
  const keyOf = (itemId: string, price: number) => `${itemId}:${price}`;
  const updateOf = new Map(updates.map((row) => [keyOf(row.itemId, row.price), row]));
  const putAt = new Map<string, number>();
  for (const { itemId, price, outcome, at } of await stall.puts()) {
    const instant = Date.parse(at);
    if (outcome !== 'applied' || instant < start) continue;
    const key = `${itemId}:${price}`;
    if (!putAt.has(key)) putAt.set(key, instant);
  }

  const lastOf = new Map(events.map((event) => [event.listing.itemId, event]));
  const run = { events: events.length, coalesced: 0, early: 0 };
  const pushed: number[] = [];
  const looked: number[] = [];
  const decided: number[] = [];
  const missing: string[] = [];
  for (const event of events) {
    const { itemId } = event.listing;
    const at = putAt.get(`${itemId}:${toAmount(event.price)}`);
    if (at === undefined) {
      if (lastOf.get(itemId) === event) missing.push(itemId);
      else run.coalesced++;
    } else if (at < event.sentAt) {
      run.early++;
    } else {
      pushed.push(at - event.sentAt);
      const update = updateOf.get(keyOf(itemId, event.price));
      if (update === undefined) continue;
      looked.push(update.looked.getTime() - event.sentAt);
      decided.push(update.decided.getTime() - event.sentAt);
    }
  }
  return { ...run, pushed, looked, decided, missing };
}

/** Milliseconds of bare PUTs of a price to the marketplace, one after the other: no push can be faster. */
export async function barePuts(
  { stall }: Stage,
  listings: readonly RuledListing[],
  count: number,
): Promise<number[]> {
  const [listing] = listings;
  if (listing === undefined) return [];
  const seller = await stall.asSeller(listing.sellerId);
  const { price } = await stall.item(listing.itemId);
  return await inLanes(Array.from({ length: count }), 1, async () => {
    const started = performance.now();
    await seller.putPrice(listing.itemId, price);
    return performance.now() - started;
  });
}
