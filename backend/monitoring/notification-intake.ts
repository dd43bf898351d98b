import type { MarketplaceContext } from '../catalog/actions.ts';
import type { MarketplaceNotification } from '../integrations/marketplace.ts';
import { withinByKeys } from '../platform/db.ts';
import { createMicroBatch } from '../platform/micro-batch.ts';
import { fetchAllowance } from './fetch-allowance.ts';
import { BATCH, bufferNotifications, type Reached } from './notification-buffer.ts';
import { observeNotified } from './observe.ts';
import { createSellers, tooMany } from './sellers.ts';

/** Companies whose notifications are worked at once: few, so that those that wait make larger batches. */
const LANES = 4;
/**
 * Where more notifications wait, those that carry market data are buffered and acknowledged at once: a marketplace that waits
 * for an answer sends no more, and a company's notifications come too few at a time to be cheap. Only these are
 * authenticated; all others anybody may send, so they wait within bounds.
 */
const OVERLOADED = 48;
/** How long buffering goes on after the last batch, in milliseconds, so that it does not end between two parts of a burst. */
const OVERLOADED_MS = 500;
/** Notifications that are buffered together at most: while these are written, the next are read. */
const BUFFERED_AT_ONCE = 200;
/** Transactions that write to the buffer at once. */
const BUFFER_LANES = 2;
/** Notifications that wait at most: beyond it, the sender has to try again (backpressure). */
const MOST_WAITING = 10_000;

/** Takes in one notification; true: it is stored, false: no account of that seller is connected. */
export type Intake = (
  marketplaceId: number,
  notification: MarketplaceNotification,
) => Promise<boolean>;

const hasMarket = ({ notification }: Reached): boolean =>
  'market' in notification && notification.market !== null;

/**
 * Takes in marketplaces' notifications, and acknowledges each only once it is stored. A company has one transaction
 * under way, and its notifications that come meanwhile form the next: under load a few transactions carry hundreds of
 * notifications, and a single one waits for no other. Under heavy load they are buffered and worked later.
 */
export function createIntake(ctx: MarketplaceContext): Intake {
  const mayFetch = fetchAllowance(ctx);
  const accountsOf = createSellers(ctx);
  let overloadedUntil = 0;

  const companies = createMicroBatch<Reached>(
    { name: 'take in', keyOf: ({ companyId }) => companyId, lanes: LANES, size: BATCH },
    (batch) => {
      const { companyId } = batch[0]!;
      return withinByKeys(ctx.db, { company: companyId }, (trx) =>
        observeNotified(ctx, trx, companyId, batch, mayFetch),
      );
    },
  );
  const buffer = createMicroBatch<Reached>(
    { name: 'buffer', lanes: BUFFER_LANES, size: BUFFERED_AT_ONCE },
    (batch) => {
      overloadedUntil = ctx.clock().getTime() + OVERLOADED_MS;
      return bufferNotifications(ctx, batch);
    },
  );

  function reach(reached: Reached): Promise<void> {
    const waiting = companies.waiting() + buffer.waiting();
    if (waiting >= MOST_WAITING) return Promise.reject(tooMany());
    const now = ctx.clock().getTime();
    if (waiting >= OVERLOADED && now >= overloadedUntil) {
      overloadedUntil = now + OVERLOADED_MS;
      companies.moveTo(buffer, hasMarket);
    }
    const isBuffered = now < overloadedUntil && hasMarket(reached);
    return (isBuffered ? buffer : companies).add(reached);
  }

  return async (marketplaceId, notification) => {
    const accounts = await accountsOf(marketplaceId, notification.sellerId);
    // One failure fails the notification: the marketplace sends it again.
    await Promise.all(
      accounts.map(({ companyId, accountId }) => reach({ companyId, accountId, notification })),
    );
    return accounts.length > 0;
  };
}
