// Bulk acts as a list, and what prices would do after one.
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import { chosen, scopeOf } from './bulk/actions.ts';
import { countsOf } from './bulk/answers.ts';
import * as items from './bulk/item-store.ts';
import { loadAds } from './bulk/load.ts';
import { planBulk } from './bulk/plan.ts';
import * as store from './bulk/store.ts';
import {
  BatchState,
  type BulkAct,
  BulkAction,
  type BulkBody,
  MAX_BULK,
  RuleBody,
  type SelectionPreview,
} from './contract.ts';
import { previewRules, type RuleOfAd } from './selection.ts';
import { toBody, toRule } from './translate.ts';

/** A page of the company's bulk acts, the latest first. */
export const queryBulks = (house: House, actor: Actor, query: PageQuery): Promise<Page<BulkAct>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const { rows, total } = await store.batchesPage(trx, companyId, 'bulk', query);
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
        action: BulkAction.parse((row.content as { action?: unknown }).action),
        state: BatchState.parse(row.state),
        progress: { done: row.done, total: row.total },
        counts: countsOf(tally.filter(({ id }) => id === row.id)),
        createdAt: row.created_at.toISOString(),
        personName: names.get(row.person_id) ?? null,
      }),
    );
    return toPage(acts, total, query);
  });

/**
 * What the prices of ads would do after a bulk act. Ads whose rule would stay as it is, or be no active one, are left
 * out.
 * @throws Problem 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function previewBulk(
  house: House,
  actor: Actor,
  body: BulkBody,
): Promise<SelectionPreview> {
  const { listingIds: _ids, selectionId: _selection, dryRun: _dryRun, ...change } = body;
  const rules = await within(house.db, scopeOf(actor), async (trx) => {
    const ids = await chosen(house, trx, actor, body);
    if (ids.length > MAX_BULK) {
      throw new Problem(422, 'selection_too_large', `At most ${MAX_BULK} ads`, {
        values: { limit: MAX_BULK },
      });
    }
    const planned = planBulk(change, await loadAds(trx, actor.companyId, ids));
    return new Map(
      planned.flatMap(({ ad, plan }): [number, RuleOfAd][] => {
        if (plan.kind !== 'changed' && plan.kind !== 'made') return [];
        if (plan.after.status !== 'enabled') return [];
        const rule = toRule(RuleBody.parse(toBody(plan.after)));
        const starts = plan.kind === 'changed' && plan.before.status !== 'enabled';
        return [[ad.listingId, { rule, ruleId: ad.rule?.id ?? null, starts }]];
      }),
    );
  });
  return await previewRules(house, actor, [...rules.keys()], ({ listingId }) =>
    rules.get(listingId),
  );
}
