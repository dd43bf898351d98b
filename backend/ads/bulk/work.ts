// Bulk changes of campaigns as long work: each transaction records the changes of some campaigns, with the result of each. They are
// sent like changes that people make one by one.
import { Problem } from '../../kernel/problem.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { longWorkOf } from '../../pricing/actions.ts';
import { recordChange, undoOrCancel } from '../changes/actions.ts';
import * as store from './store.ts';

const OPEN = ['queued', 'writing', 'undoing'];
/** Campaigns of one transaction: enough to be fast, few enough that others hardly wait. */
const AT_ONCE = 50;

export const bulkWork = longWorkOf<store.BulkRow>({
  name: 'ads.bulk',
  table: 'ads_bulk',
  // Pages observe it as they observe bulk actions.
  live: 'rule-batches',
  open: OPEN,
  cancellable: ['queued', 'writing'],
  started: () => 'writing',
  waiting: { most: 10, states: OPEN, tooMany: 'too_many_batches' },
  notFound: 'batch_not_found',
  leaseSeconds: 20,
  expireInSeconds: 3_600,
  cleanupCron: '*/5 * * * *',
  retainedOfCompany: 50,
});

const actorOf = ({ company_id, person_id }: store.BulkRow): Actor => ({
  companyId: company_id,
  personId: person_id,
  role: 'manager',
});

/** The code of a problem with one campaign; any other error fails the step. */
async function codeOr<T>(work: () => Promise<T>): Promise<T | { code: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code };
    throw error;
  }
}

async function writeStep(ctx: AppContext, trx: Trx, bulk: store.BulkRow, after: number) {
  const items = await store.nextItems(trx, bulk, { after, limit: AT_ONCE }, ctx.clock());
  if (items.length === 0) return { end: 'done' };
  const outcomes = [];
  for (const { seq, campaign_id: campaignId, reason } of items) {
    const wish = {
      campaignId,
      object: 'campaign' as const,
      objectId: campaignId,
      field: 'status' as const,
      after: bulk.status!,
      undoes: null,
    };
    const made =
      reason === null
        ? await codeOr(() => recordChange(ctx, trx, actorOf(bulk), wish))
        : { code: reason };
    outcomes.push('id' in made ? { seq, change_id: made.id } : { seq, code: made.code });
  }
  await store.saveOutcomes(trx, bulk, outcomes);
  return { done: items.length, last: items.at(-1)!.seq };
}

async function undoStep(ctx: AppContext, trx: Trx, bulk: store.BulkRow, after: number) {
  const items = await store.nextMade(trx, bulk, { after, limit: AT_ONCE });
  if (items.length === 0) return { end: 'undone' };
  const outcomes = [];
  for (const { seq, change_id } of items) {
    const taken = await codeOr(() => undoOrCancel(ctx, trx, actorOf(bulk), change_id));
    outcomes.push('id' in taken ? { seq, undone: true } : { seq, undone: false, code: taken.code });
  }
  await store.saveOutcomes(trx, bulk, outcomes);
  return { done: items.length, last: items.at(-1)!.seq };
}

export const bulkRunner = bulkWork.runner({
  writing: bulkWork.inSteps(writeStep),
  undoing: bulkWork.inSteps(undoStep),
});
