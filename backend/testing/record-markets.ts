import { type ObservedMarket, recordMarkets } from '../monitoring/record.ts';
import type { AppContext } from '../platform/app-context.ts';
import { withinByKeys } from '../platform/db.ts';

/** Records markets as a poll does, in a transaction of its own. @returns the listings whose markets changed */
export const recordObserved = (
  ctx: AppContext,
  companyId: number,
  observed: readonly ObservedMarket[],
): Promise<number[]> =>
  withinByKeys(ctx.db, { company: companyId }, (trx) =>
    recordMarkets(ctx, trx, companyId, observed),
  );
