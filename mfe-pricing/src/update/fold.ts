import type { PriceUpdate } from '@primazia/backend/pricing/contract';

type Folded = Pick<PriceUpdate, 'id' | 'oldPrice' | 'fold'>;

/** The updates of a folded row, the oldest first. */
export const updateIdsOf = ({ id, fold }: Folded): readonly number[] => fold?.updateIds ?? [id];

/** The price before all updates of a row: what an undo of it restores. */
export const priceBefore = ({ oldPrice, fold }: Folded): number => fold?.oldPrice ?? oldPrice;

/** What an undo says of successive updates beside the newest; nothing where the row is of one alone. */
export const oldestOf = ({ fold }: Pick<PriceUpdate, 'fold'>): { oldestId?: number } => {
  const oldestId = fold?.updateIds[0];
  return oldestId === undefined ? {} : { oldestId };
};
