import type { BulkAct } from '@primazia/backend/pricing/contract';

/** The key of a bulk action's texts: pages that do not know creations receive one as an edit. */
export const actionName = ({ action, creates }: Pick<BulkAct, 'action' | 'creates'>) =>
  creates === undefined ? action : 'create';
