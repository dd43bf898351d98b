// A person's column sets and views of lists in a company. They are preferences, so no change is audited.
import { sql } from 'kysely';
import { type Actor, type AppContext, scopeOf } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import { type ListView, ListViewKind, MAX_LIST_VIEWS } from './contract.ts';
import { problem } from './problems.ts';

/** The table's policies show only the caller's rows; the keys are named for the index. */
async function viewsOf(
  trx: Trx,
  { companyId, personId }: Actor,
  list: string,
): Promise<ListView[]> {
  const rows = await trx
    .selectFrom('list_view')
    .select(['kind', 'name', 'content', 'is_default'])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .orderBy('kind')
    .orderBy('name')
    .execute();
  return rows.map(({ kind, name, content, is_default }) => ({
    kind: ListViewKind.parse(kind),
    name,
    content: { ...content },
    isDefault: is_default,
  }));
}

/** The column sets and views that the caller keeps of a list. */
export const listViewsOf = (ctx: AppContext, actor: Actor, list: string): Promise<ListView[]> =>
  within(ctx.db, scopeOf(actor), (trx) => viewsOf(trx, actor, list));

/**
 * Saves one, and replaces one with the same name. A new default replaces the one before.
 * @throws Problem 409 `too_many_views` where it would be one more than MAX_LIST_VIEWS of its kind
 */
export const saveListView = (
  ctx: AppContext,
  actor: Actor,
  list: string,
  { kind, name, content, isDefault }: ListView,
): Promise<ListView[]> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId, personId } = actor;
    // Two windows of one person save one after the other: there is one default.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`list views in ${companyId}`}, ${personId}::bigint))`.execute(
      trx,
    );
    if (isDefault) {
      await trx
        .updateTable('list_view')
        .set({ is_default: false })
        .where('company_id', '=', companyId)
        .where('person_id', '=', personId)
        .where('list', '=', list)
        .where('kind', '=', kind)
        .where('is_default', '=', true)
        .execute();
    }
    const stored = { content, is_default: isDefault };
    await trx
      .insertInto('list_view')
      .values({ company_id: companyId, person_id: personId, list, kind, name, ...stored })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'person_id', 'list', 'kind', 'name']).doUpdateSet(stored),
      )
      .execute();
    const views = await viewsOf(trx, actor, list);
    if (views.filter((view) => view.kind === kind).length > MAX_LIST_VIEWS) {
      throw problem('too_many_views', { values: { limit: MAX_LIST_VIEWS } });
    }
    return views;
  });

/** Deletes one; does nothing where it does not exist. */
export const deleteListView = (
  ctx: AppContext,
  actor: Actor,
  list: string,
  { kind, name }: Pick<ListView, 'kind' | 'name'>,
): Promise<ListView[]> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    await trx
      .deleteFrom('list_view')
      .where('company_id', '=', actor.companyId)
      .where('person_id', '=', actor.personId)
      .where('list', '=', list)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
    return await viewsOf(trx, actor, list);
  });
