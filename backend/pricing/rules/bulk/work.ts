// Bulk actions as long work: some rules in each transaction. The result of a row is written with its rule, so that a crash never
// causes a second execution. Imports share the table and the queue, and also read their files.
import type { AppContext } from '../../../platform/app-context.ts';
import type { Trx } from '../../../platform/db.ts';
import { MAX_RULE_LISTINGS } from '../../contract.ts';
import { longWorkOf } from '../../long-work/long-work.ts';
import { creationOf } from './create.ts';
import * as items from './item-store.ts';
import { undoStep, writeStep } from './steps.ts';
import { deleteFile, type MassEditRow } from './store.ts';
import { withTally } from './tally.ts';
import type { ItemRow, RowState } from './types.ts';

const OPEN = ['queued', 'reading', 'writing', 'undoing'];

export const ruleWork = longWorkOf<MassEditRow>({
  name: 'pricing.rule-batch',
  table: 'rule_batch',
  live: 'rule-batches',
  open: OPEN,
  cancellable: ['queued', 'reading', 'previewed', 'writing'],
  started: ({ kind }) => (kind === 'sheet' ? 'reading' : 'writing'),
  waiting: { most: 10, states: OPEN, tooMany: 'too_many_batches' },
  notFound: 'batch_not_found',
  leaseSeconds: 20,
  expireInSeconds: 3_600,
  cleanupCron: '*/5 * * * *',
  retainedOfCompany: 50,
  discard: (trx, { company_id, id }) => deleteFile(trx, company_id, id),
});

/** Rules of one transaction: enough to be fast, few enough that others hardly wait for one of the listings. */
export const ROWS_AT_ONCE = 200;

/** Does one thing with all rows in a state. */
const phaseOf = (
  from: RowState,
  to: string,
  step: (
    ctx: AppContext,
    trx: Trx,
    batch: MassEditRow,
    rows: readonly ItemRow[],
  ) => Promise<ItemRow[]>,
) =>
  ruleWork.inSteps(async (ctx, trx, batch, after) => {
    const { company_id: companyId, id, kind, total, report } = batch;
    // A group rule is made whole.
    const isGroup = creationOf(batch.content)?.as === 'group';
    const limit = isGroup ? MAX_RULE_LISTINGS : ROWS_AT_ONCE;
    const rows = await items.nextRows(trx, companyId, id, from, { after, limit });
    const last = rows.at(-1)?.seq;
    if (last === undefined) {
      const counted = kind === 'sheet' && {
        report: await withTally(trx, companyId, id, report, to),
      };
      return { end: to, columns: { done: total, ...counted } };
    }
    await items.saveRows(trx, companyId, id, await step(ctx, trx, batch, rows));
    return { done: rows.length, last };
  });

export const BULK_PHASES = {
  writing: phaseOf('open', 'done', writeStep),
  undoing: phaseOf('written', 'undone', undoStep),
};

export const bulkRunner = ruleWork.runner(BULK_PHASES);
