// Price updates by filters and orders, a page of them, each by itself or successive ones as one row.
import { type SqlBool, sql } from 'kysely';
import type { ListBody } from '../../../kernel/filter.ts';
import type { Locale } from '../../../kernel/id.ts';
import { type Page, type PageQuery, toPage } from '../../../kernel/page.ts';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import { planEach, type Trx, within } from '../../../platform/db.ts';
import type { PriceUpdate, UpdateQuery } from '../../contract.ts';
import { anyOf } from '../listing-store.ts';
import { updateOrder, updatesFrom } from './fields.ts';
import { foldsOf, pageOfFolds, type Question } from './folds.ts';
import { type Counts, countTabs, FEW, historyRange, toPriceUpdate, view } from './query.ts';

export type ListQuery = UpdateQuery & PageQuery & { fold?: 'none' | 'successive' };

/** How many updates each tab shows, and those on a page, in order. */
async function pageOfUpdates(
  trx: Trx,
  { companyId, now, query, body }: Question,
  { tab, page, limit }: ListQuery,
): Promise<{ counts: Counts; updates: number; ids: number[] }> {
  const all = updatesFrom(companyId, { query, body }, now);
  const { rows: states } = await sql<{ state: string; count: number }>`
    select u.state, count(*) as count ${all} group by u.state`.execute(trx);
  const counts = countTabs(new Map(states.map(({ state, count }) => [state, count])));
  const order = updateOrder(body.orders, counts[tab] <= FEW);
  const { rows: keys } = await sql<{ id: number }>`
    select u.id ${updatesFrom(companyId, { query: { ...query, tab }, body }, now)}
    order by ${order} limit ${limit} offset ${page * limit}`.execute(trx);
  return { counts, updates: counts[tab], ids: keys.map(({ id }) => id) };
}

/**
 * A page of price updates, and how many rows each tab shows under the same filters. The filters choose updates; with
 * `fold`, those that are left become rows by `UpdateFold`, and pages, counts and orders are of rows.
 * @throws Problem 422 for fields that updates do not have
 */
export const queryUpdates = (
  ctx: AppContext,
  actor: Actor,
  query: ListQuery,
  body: ListBody,
  locale: Locale,
): Promise<Page<PriceUpdate> & { counts: Counts; updates: number }> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const now = ctx.clock();
    await planEach(trx);
    const question: Question = { companyId, now, query: { ...query, tab: 'all' }, body };
    const isFolded = query.fold === 'successive';
    const { counts, updates, ids } = await (isFolded ? pageOfFolds : pageOfUpdates)(
      trx,
      question,
      query,
    );
    const folds = isFolded ? await foldsOf(trx, question, ids) : null;
    const { from, until } = historyRange(query, now);
    const inRange = sql<SqlBool>`(u.created_at >= ${from} and u.created_at < ${until})`;
    const rows = await view(trx, companyId).where(anyOf('u.id', ids)).where(inRange).execute();
    const byId = new Map(rows.map((row) => [row.id, toPriceUpdate(row, locale)]));
    const content = ids.flatMap((id) => {
      const update = byId.get(id);
      return update === undefined ? [] : [{ ...update, fold: folds?.get(id) ?? null }];
    });
    return { ...toPage(content, counts[query.tab], query), counts, updates };
  });
