// Bringing prices back: the one path of an undo, of one update and of many.
import { type Minor, toAmount } from '../../kernel/money.ts';
import { type LatestMarket, latestMarkets } from '../../monitoring/actions.ts';
import { audit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import { supersede } from '../decisions.ts';
import { proposalMark, staying, unwanted } from '../dismissals.ts';
import { loadSubjects, type Subject } from '../facts.ts';
import { minimumOf } from '../floor.ts';
import { enqueuePush } from '../queues.ts';
import type { RuleRow } from '../rule-store.ts';
import { dismiss } from '../store.ts';
import { tellMoved } from '../tell.ts';
import { fromStoredRule } from '../translate.ts';
import {
  activeUpdates,
  insertUpdates,
  type NewUpdate,
  type StandingUpdate,
} from '../update-store.ts';

/** An ad whose price is to come back. */
export interface Restoration {
  /** The oldest of the updates that are taken back: what the ad cost before it returns. */
  first: StandingUpdate;
  /** The price that is not wanted, that of the newest of them. */
  unwanted: Minor;
  /** The rule that prices the ad, else that of the newest update taken back, as it is now: the one that would decide. */
  rule: RuleRow;
  /** The rule was changed by hand, and may propose any price but the one taken back; else the ad stays where it was. */
  isRuleChanged: boolean;
}

/**
 * Sends the prices from before updates, each as an update of its own that is written before it leaves. What waits for
 * the ads gives way. The caller holds the ads, and has seen that each may be undone.
 * @returns the new updates by their ads
 */
export async function restorePrices(
  house: House,
  trx: Trx,
  actor: Actor,
  restorations: readonly Restoration[],
): Promise<Map<number, number>> {
  const { companyId } = actor;
  const listingIds = restorations.map(({ first }) => first.listing_id);
  const [subjects, markets, waiting] = await Promise.all([
    loadSubjects(trx, companyId, listingIds),
    latestMarkets(trx, companyId, listingIds),
    activeUpdates(trx, companyId, listingIds),
  ]);
  const ads = new Map(subjects.map((subject) => [subject.listingId, subject]));
  const canceled = await supersede(house, trx, companyId, waiting);
  const reversals = restorations.map((each) => {
    const subject = ads.get(each.first.listing_id);
    if (subject === undefined) throw new Error(`Update ${each.first.id} has no listing`);
    return reversal(house, actor, each, subject, markets.get(each.first.listing_id) ?? null);
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
  await enqueuePush(house, trx, companyId, ids);
  const titles = new Map(subjects.map(({ listingId, title }) => [listingId, title]));
  await tellMoved(house, trx, companyId, [...canceled, ...sent], titles);
  await Promise.all(
    restorations.map(({ first }) => auditUpdate(house, trx, actor, 'update_undone', first)),
  );
  return new Map(sent.map(({ listing_id: listingId, id }) => [listingId, id]));
}

/** Tells the audit log what a person did with an update. */
export const auditUpdate = (
  house: House,
  trx: Trx,
  { companyId, personId }: Actor,
  what: 'update_approved' | 'update_canceled' | 'update_retried' | 'update_undone',
  row: StandingUpdate,
): Promise<void> =>
  audit(trx, {
    companyId,
    personId,
    action: `pricing.${what}`,
    subject: String(row.id),
    values: {
      ruleId: row.rule_id,
      listingId: row.listing_id,
      oldPrice: toAmount(row.old_price),
      newPrice: toAmount(row.new_price),
    },
    at: house.clock(),
  });

/** The update that brings the price from before another one back. */
function reversal(
  house: House,
  actor: Actor,
  { first, rule }: Restoration,
  { facts }: Subject,
  seen: LatestMarket | null,
): NewUpdate {
  const terms = fromStoredRule(rule);
  const minimum = minimumOf(terms, facts.costs);
  const now = house.clock();
  return {
    company_id: actor.companyId,
    rule_id: rule.id,
    rule_version: rule.version,
    listing_id: first.listing_id,
    snapshot_id: seen?.snapshotId ?? null,
    state: 'sent',
    operation_key: house.uuid(),
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
