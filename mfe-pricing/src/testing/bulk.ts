import type { Bulk, BulkItem, SelectionPreview } from '@primazia/backend/pricing/contract';
import type { Chosen } from '../bulk/chosen.ts';

/** A listing whose rule a bulk action disables. */
export const item = (listingId: number, more: Partial<BulkItem> = {}): BulkItem => ({
  listingId,
  title: `Panela ${listingId}`,
  currencyCode: 'BRL',
  price: 120,
  ruleId: listingId + 100,
  outcome: 'changed',
  code: null,
  before: { status: 'enabled', strategy: 'WIN', minPrice: 80, maxPrice: 150 },
  after: { status: 'disabled', strategy: 'WIN', minPrice: 80, maxPrice: 150 },
  restored: null,
  undoCode: null,
  ...more,
});

const NONE = { changed: 0, made: 0, unchanged: 0, refused: 0, restored: 0, notRestored: 0 };

/** A bulk action that has been done to two listings, and left one alone. */
export const act = (more: Partial<Bulk> = {}): Bulk => ({
  id: 9,
  action: 'disable',
  state: 'done',
  progress: { done: 3, total: 3 },
  counts: { ...NONE, changed: 2, refused: 1 },
  refused: [{ code: 'group_rule_beyond', count: 1 }],
  effects: [],
  items: [
    item(1, { outcome: 'refused', code: 'group_rule_beyond', after: null }),
    item(2),
    item(3),
  ],
  createdAt: '2026-11-08T12:00:00Z',
  ...more,
});

export const counts = (more: Partial<Bulk['counts']>): Bulk['counts'] => ({ ...NONE, ...more });

/** All listings of a selection that the server keeps. */
export const chosen: Chosen = {
  target: { selectionId: 5 },
  count: 1240,
  foundBy: 'Perdendo o buybox; Estoque: 0',
  currencyCode: 'BRL',
};

export const prices = (more: Partial<SelectionPreview> = {}): SelectionPreview => ({
  total: 3,
  changes: 2,
  raises: 0,
  lowers: 2,
  averageChangePercent: -4.5,
  outcomes: [],
  stopped: [{ code: 'no_cost', count: 1 }],
  warnings: [{ code: 'under_cost', count: 1 }],
  items: [],
  ...more,
});
