// The buffer of notifications: those that come faster than they can be worked are written to a table, acknowledged, and
// worked in large batches by a job.

import * as z from 'zod';
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { MarketplaceNotification } from '../integrations/marketplace.ts';
import { Id } from '../kernel/id.ts';
import type { Market, Offer } from '../kernel/market.ts';
import { withinByKeys } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import { type MayFetch, observeNotified } from './observe.ts';
import { OFFER_COLUMNS, packOffers } from './offers.ts';
import type { Received } from './pass-on.ts';
import * as store from './store.ts';

/** Notifications that one transaction of a company takes at most. */
export const BATCH = 500;
/** Companies whose buffered notifications are worked at once. */
const LANES = 3;
/** Under load the job waits this long for more to be buffered, at most `MOST_LINGERS` times, while at least `STILL_LOADED` come. */
const LINGER_MS = 100;
const MOST_LINGERS = 12;
const STILL_LOADED = 50;
/** A notification with the account and company that it reached. */
export interface Reached extends Received {
  companyId: number;
}

/** Companies whose notifications were buffered. */
const BufferJob = z.object({ companyIds: z.array(Id).min(1) });
export type BufferJob = z.infer<typeof BufferJob>;

/** Works buffered notifications; they are read when it runs. */
export const BUFFER: Queue<BufferJob> = {
  name: 'monitoring.notices',
  schema: BufferJob,
  batch: 100,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 10,
  retryDelay: 1,
  policy: 'standard',
};

/** How many notifications this process has buffered. */
const bufferedSoFar = new WeakMap<MarketplaceContext, number>();

/** Buffers notifications, which are soon worked together with later ones of their companies. */
export async function bufferNotifications(
  ctx: MarketplaceContext,
  reached: readonly Reached[],
): Promise<void> {
  bufferedSoFar.set(ctx, (bufferedSoFar.get(ctx) ?? 0) + reached.length);
  await withinByKeys(ctx.db, { system: true }, async (trx) => {
    const companyIds = [...new Set(reached.map(({ companyId }) => companyId))];
    await Promise.all([
      store.addToBuffer(
        trx,
        reached.map(({ companyId, accountId, notification }) => ({
          companyId,
          accountId,
          body: toBody(notification),
        })),
      ),
      ctx.jobs.send(trx, BUFFER, [{ companyIds }]),
    ]);
  });
}

/** A buffered notification, with the offers of its market as rows under the names of their columns. The last release writes it too. */
interface Packed {
  notice: MarketplaceNotification;
  columns: (keyof Offer)[];
  rows: unknown[][];
}

const OFFER_NAMES = JSON.stringify(OFFER_COLUMNS);

const marketIn = (notification: MarketplaceNotification): Market | null =>
  'market' in notification ? notification.market : null;

function toBody(notification: MarketplaceNotification): string {
  const market = marketIn(notification);
  const bare =
    market === null ? notification : { ...notification, market: { ...market, offers: [] } };
  const rows = market === null ? '[]' : packOffers(market.offers);
  return `{"notice":${JSON.stringify(bare)},"columns":${OFFER_NAMES},"rows":${rows}}`;
}

function fromBody(body: string): MarketplaceNotification {
  const { notice: notification, columns, rows }: Packed = JSON.parse(body);
  if (!('market' in notification) || notification.market === null) return notification;
  const { market } = notification;
  const offers = rows.map((row) => {
    const offer: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) offer[column] = row[index];
    // Only `toBody` writes this.
    return offer as unknown as Offer;
  });
  return {
    ...notification,
    market: { ...market, observedAt: new Date(market.observedAt), offers },
  };
}

/**
 * Takes a batch of a company's buffered notifications and works it in one transaction, so that a batch that fails stays in
 * the buffer.
 * @returns how many there were
 */
const workBatch = (
  ctx: MarketplaceContext,
  companyId: number,
  mayFetch: MayFetch,
): Promise<number> =>
  withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    const rows = await store.takeFromBuffer(trx, companyId, BATCH);
    const received = rows.map(({ account_id, body }) => ({
      accountId: account_id,
      notification: fromBody(body),
    }));
    if (received.length > 0) await observeNotified(ctx, trx, companyId, received, mayFetch);
    return rows.length;
  });

/** Works the buffered notifications of one company, a transaction for each batch, until none is left. */
async function workCompany(
  ctx: MarketplaceContext,
  companyId: number,
  mayFetch: MayFetch,
  signal: AbortSignal,
): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    isLeft = (await workBatch(ctx, companyId, mayFetch)) === BATCH;
  }
}

/**
 * Waits as long as this process is under load, within limits: the larger a company's batches, the less each notification
 * costs. Where other processes take the notifications in, it waits once.
 */
async function linger(ctx: MarketplaceContext): Promise<void> {
  const count = () => bufferedSoFar.get(ctx) ?? 0;
  for (let n = 0; n < MOST_LINGERS; n++) {
    const before = count();
    await pause(LINGER_MS);
    if (count() - before < STILL_LOADED) return;
  }
}

/** Works the buffered notifications of some companies. */
export async function workBuffer(
  ctx: MarketplaceContext,
  companyIds: Iterable<number>,
  mayFetch: MayFetch,
  signal: AbortSignal,
): Promise<void> {
  await linger(ctx);
  const faults: unknown[] = [];
  const rest = new Set(companyIds).values();
  const lane = async () => {
    for (const companyId of rest) {
      try {
        await workCompany(ctx, companyId, mayFetch, signal);
      } catch (fault) {
        // The other companies are worked on; those that failed are worked when the job is retried.
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (faults.length > 0)
    throw new AggregateError(faults, 'Some buffered notifications could not be worked');
}

/** Enqueues the buffered notifications of a company whose job was lost. */
export async function repairBuffer(ctx: MarketplaceContext, companyId: number): Promise<void> {
  await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    if (await store.hasBuffered(trx, companyId))
      await ctx.jobs.send(trx, BUFFER, [{ companyIds: [companyId] }]);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
