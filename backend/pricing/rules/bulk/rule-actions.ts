// The list of bulk actions, and a preview of what prices would do after one.
import { type Page, type PageQuery, toPage } from '../../../kernel/page.ts';
import { type Actor, type AppContext, scopeOf } from '../../../platform/app-context.ts';
import { within } from '../../../platform/db.ts';
import {
  type BulkAct,
  type BulkBody,
  MAX_BULK,
  MassEditState,
  RuleBody,
  type SelectionPreview,
} from '../../contract.ts';
import { toBody, toRule } from '../../engine/rule.ts';
import { problem } from '../../problems.ts';
import { previewRules, type RuleOfListing } from '../selection.ts';
import { chosen } from './actions.ts';
import { actionOf, countsOf } from './answers.ts';
import { planAction } from './create.ts';
import * as items from './item-store.ts';
import { loadListings } from './load.ts';
import * as store from './store.ts';

/** A page of the company's bulk actions, the latest first. */
export const queryBulks = (
  ctx: AppContext,
  actor: Actor,
  query: PageQuery,
): Promise<Page<BulkAct>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const { rows, total } = await store.massEditsPage(trx, companyId, 'bulk', query);
    const tally = await items.tallyOf(
      trx,
      companyId,
      rows.map(({ id }) => id),
    );
    const people = await trx
      .selectFrom('person')
      .select(['id', 'name'])
      .where('id', 'in', rows.length === 0 ? [0] : rows.map(({ person_id }) => person_id))
      .execute();
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const acts = rows.map(
      (row): BulkAct => ({
        id: row.id,
        ...actionOf(row.content),
        state: MassEditState.parse(row.state),
        progress: { done: row.done, total: row.total },
        counts: countsOf(tally.filter(({ id }) => id === row.id)),
        createdAt: row.created_at.toISOString(),
        personName: names.get(row.person_id) ?? null,
      }),
    );
    return toPage(acts, total, query);
  });

/**
 * What the prices of listings would do after a bulk action. Listings whose rule would stay as it is, or be no active one, are left
 * out.
 * @throws Problem 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function previewBulk(
  ctx: AppContext,
  actor: Actor,
  body: BulkBody,
): Promise<SelectionPreview> {
  const { listingIds: _ids, selectionId: _selection, dryRun: _dryRun, ...change } = body;
  const rules = await within(ctx.db, scopeOf(actor), async (trx) => {
    const ids = await chosen(ctx, trx, actor, body);
    if (ids.length > MAX_BULK) {
      throw problem('selection_too_large', { values: { limit: MAX_BULK } });
    }
    const planned = planAction(
      ctx.marketplaces,
      change,
      await loadListings(trx, actor.companyId, ids),
    );
    return new Map(
      planned.flatMap(({ listing, plan }): [number, RuleOfListing][] => {
        if (plan.kind !== 'changed' && plan.kind !== 'made') return [];
        if (plan.after.status !== 'enabled') return [];
        const rule = toRule(RuleBody.parse(toBody(plan.after)));
        const starts = plan.kind === 'changed' && plan.before.status !== 'enabled';
        return [[listing.listingId, { rule, ruleId: listing.rule?.id ?? null, starts }]];
      }),
    );
  });
  return await previewRules(ctx, actor, [...rules.keys()], ({ listingId }) => rules.get(listingId));
}
