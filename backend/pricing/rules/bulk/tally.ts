// The numbers of a bulk action's or an import's rows by kind and state: counted while it runs, and stored once it settles.
// Counting for a list of large files would read all of their rows each time.
import * as z from 'zod';
import type { Trx } from '../../../platform/db.ts';
import { tallyOf } from './item-store.ts';
import type { MassEditRow } from './store.ts';

const Counted = z.object({
  kind: z.enum(['made', 'changed', 'unchanged', 'refused']).nullable(),
  state: z.enum(['open', 'idle', 'written', 'restored', 'kept']),
  code: z.string().nullable(),
  count: z.int(),
});
export type Tally = (z.infer<typeof Counted> & { id: number })[];

/** The counts in an import's report; they hold while the import is in the state in which they were counted. */
const StoredTally = z.object({ tally: z.object({ of: z.string(), counts: Counted.array() }) });

/** The report of an import that settles in a state, with its rows counted. */
export async function withTally(
  trx: Trx,
  companyId: number,
  id: number,
  report: object | null,
  state: string,
): Promise<object> {
  const counted = await tallyOf(trx, companyId, [id]);
  const counts = counted.map(({ id: _id, ...row }) => row);
  return { ...report, tally: { of: state, counts } };
}

/** The numbers of bulk actions and imports: the stored ones where they still hold, else counted. */
export async function talliesOf(
  trx: Trx,
  companyId: number,
  rows: readonly Pick<MassEditRow, 'id' | 'state' | 'report'>[],
): Promise<Tally> {
  const stored: Tally = [];
  const others: number[] = [];
  for (const { id, state, report } of rows) {
    const { data } = StoredTally.safeParse(report);
    if (data?.tally.of === state) stored.push(...data.tally.counts.map((row) => ({ id, ...row })));
    else others.push(id);
  }
  return [...stored, ...(others.length === 0 ? [] : await tallyOf(trx, companyId, others))];
}
