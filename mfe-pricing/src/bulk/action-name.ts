import type { BulkAct } from '@primazia/backend/pricing/contract';

/** The key below which a bulk action has its words: a creation goes as an edit to pages that do not know it. */
export const actionName = ({ action, creates }: Pick<BulkAct, 'action' | 'creates'>) =>
  creates === undefined ? action : 'create';
