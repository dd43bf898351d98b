// Bringing prices back: the one path of an undo, of one update and of many.

import { type Minor, toAmount } from '../../kernel/money.ts';
import { type LatestMarket, latestMarketsWithWatched } from '../../monitoring/actions.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import { fromStoredRule } from '../engine/rule.ts';
import { auditUpdate } from '../updates/audit.ts';
import { proposalMark, staying, unwanted } from '../updates/engine/dismissals.ts';
import { publishMoved } from '../updates/events.ts';
import { dismiss } from '../updates/listing-store.ts';
import { loadSubjects, type Subject } from '../updates/load-facts.ts';
import { enqueueUpdates, PUSH } from '../updates/queues.ts';
import type { RuleRow } from '../updates/rule-store.ts';
import {
  activeUpdates,
  insertUpdates,
  type NewUpdate,
  supersede,
  type UpdateHead,
} from '../updates/store.ts';

/** A listing whose price is to come back. */
export interface Restoration {
  /** The oldest of the updates that are taken back: what the listing cost before it returns. */
  first: UpdateHead;
  /** The price of the newest of them, which is not to be proposed again. */
  unwanted: Minor;
  /** The rule that prices the listing, else that of the newest update taken back, as it is now: the one that would decide. */
  rule: RuleRow;
  /** The rule was changed by hand, and may propose any price but the one taken back; else the listing stays where it was. */
  isRuleChanged: boolean;
}

/**
 * Sends the prices from before updates, each as an update of its own that is written before it leaves. Updates that wait for
 * the listings are canceled. The caller has locked the listings, and checked that each may be undone.
 * @returns the new updates by their listings
 */
export async function restorePrices(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  restorations: readonly Restoration[],
): Promise<Map<number, number>> {
  const { companyId } = actor;
  const listingIds = restorations.map(({ first }) => first.listing_id);
  const [subjects, markets, waiting] = await Promise.all([
    loadSubjects(trx, companyId, listingIds),
    latestMarketsWithWatched(trx, companyId, listingIds, ctx.clock()),
    activeUpdates(trx, companyId, listingIds),
  ]);
  const listings = new Map(subjects.map((subject) => [subject.listingId, subject]));
  const canceled = await supersede(trx, companyId, waiting, ctx.clock());
  const reversals = restorations.map((each) => {
    const subject = listings.get(each.first.listing_id);
    if (subject === undefined) throw new Error(`Update ${each.first.id} has no listing`);
    return reversal(ctx, actor, each, subject, markets.get(each.first.listing_id) ?? null);
  });
  const sent = await insertUpdates(trx, reversals);
  await Promise.all(
    restorations.map(({ first, unwanted: price, rule, isRuleChanged }) => {
      const seen = markets.get(first.listing_id);
      const mark = proposalMark(seen?.fingerprint ?? null, rule.id, rule.version);
      const dismissal = isRuleChanged ? unwanted(price, mark) : staying(first.old_price, mark);
      return dismiss(trx, companyId, first.listing_id, dismissal);
    }),
  );
  const ids = sent.map(({ id }) => id);
  await enqueueUpdates(ctx, trx, PUSH, companyId, ids);
  const titles = new Map(subjects.map(({ listingId, title }) => [listingId, title]));
  await publishMoved(ctx, trx, companyId, [...canceled, ...sent], { titles });
  await Promise.all(
    restorations.map(({ first, unwanted: price }) =>
      auditUpdate(ctx, trx, actor, 'update_undone', { ...first, new_price: price }),
    ),
  );
  return new Map(sent.map(({ listing_id: listingId, id }) => [listingId, id]));
}

/** The update that brings the price from before another one back. */
function reversal(
  ctx: AppContext,
  actor: Actor,
  { first, rule }: Restoration,
  { facts }: Subject,
  seen: LatestMarket | null,
): NewUpdate {
  const terms = fromStoredRule(rule);
  const minimum = minimumOf(terms, facts.costs);
  const now = ctx.clock();
  return {
    company_id: actor.companyId,
    rule_id: rule.id,
    rule_version: rule.version,
    listing_id: first.listing_id,
    snapshot_id: seen?.snapshotId ?? null,
    state: 'sent',
    operation_key: ctx.uuid(),
    event_type: 'undo',
    price_tag: 'rule_intervention',
    strategy: terms.strategy,
    old_price: facts.price,
    new_price: first.old_price,
    min_price: typeof minimum === 'number' ? minimum : null,
    max_price: rule.max_price,
    safe_margin: terms.safeMargin,
    rival: null,
    ranking_type: terms.competition,
    ranking_status: seen?.market.buybox.status ?? first.ranking_status,
    regained_control: false,
    explanation: [
      {
        step: 'outcome',
        code: 'change',
        values: { from: toAmount(facts.price), to: toAmount(first.old_price) },
      },
    ],
    currency_code: first.currency_code,
    country_code: first.country_code,
    reverts: first.id,
    decided_by: actor.personId,
    created_at: now,
    moved_at: now,
  };
}
