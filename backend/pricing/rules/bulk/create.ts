// Creating rules for many listings: which of them get one, and what is written for those.

import type { KnownMarketplaces } from '../../../kernel/marketplace.ts';
import {
  type BulkChange,
  type RuleCreation as Creation,
  MAX_RULE_LISTINGS,
  RuleCreation,
} from '../../contract.ts';
import { type RuleContent, toStoredRule } from '../../engine/rule.ts';
import { problem } from '../../problems.ts';
import { withoutBuybox } from '../buybox.ts';
import { countryOfMost, type Plan, type Planned, planBulk } from './plan.ts';
import type { RuledListing } from './types.ts';
import type { Making } from './write.ts';

/**
 * Whether a listing may get a rule beside those that others get: of listings that share one price only one has a rule.
 * @param given the listings that get one already; this one is added where it may
 */
export function mayHaveRule({ listingId, pairs }: RuledListing, given: Set<number>): boolean {
  if (pairs.some((pair) => pair.hasRule || given.has(pair.listingId))) return false;
  given.add(listingId);
  return true;
}

function planOf(
  listing: RuledListing,
  country: string | null,
  made: Plan,
  given: Set<number>,
): Plan {
  if (listing.rule !== null) return { kind: 'refused', code: 'listing_has_rule' };
  if (listing.countryCode !== country) return { kind: 'refused', code: 'different_countries' };
  return mayHaveRule(listing, given) ? made : { kind: 'refused', code: 'listing_has_rule' };
}

function planCreation({ rule }: Creation, listings: readonly RuledListing[]): Planned[] {
  const country = countryOfMost(listings.filter((listing) => listing.rule === null));
  const made: Plan = { kind: 'made', after: toStoredRule(rule), patch: {} };
  const given = new Set<number>();
  return listings.map((listing) => ({ listing, plan: planOf(listing, country, made, given) }));
}

/** Whether a plan lets a rule compete for the buybox that did not do so before. */
function isNewInBuybox(plan: Plan): boolean {
  if (plan.kind !== 'made' && plan.kind !== 'changed') return false;
  const before = plan.kind === 'changed' ? plan.before.settings.competition : null;
  return before !== 'BUYBOX' && plan.after.settings.competition === 'BUYBOX';
}

/**
 * What a bulk action does with each of the chosen listings.
 * @throws Problem 422 `selection_too_large` for a group rule
 */
export function planAction(
  marketplaces: KnownMarketplaces,
  action: BulkChange | Creation,
  listings: readonly RuledListing[],
): Planned[] {
  const planned =
    action.action === 'create' ? planCreation(action, listings) : planBulk(action, listings);
  const noBuybox = withoutBuybox(marketplaces);
  const allowed = planned.map(({ listing, plan }): Planned => {
    const isRefused = noBuybox.has(listing.marketplaceId) && isNewInBuybox(plan);
    return { listing, plan: isRefused ? { kind: 'refused', code: 'no_buybox' } : plan };
  });
  const isGroup = action.action === 'create' && action.as === 'group';
  const count = allowed.filter(({ plan }) => plan.kind === 'made').length;
  if (isGroup && count > MAX_RULE_LISTINGS) {
    throw problem('selection_too_large', { values: { limit: MAX_RULE_LISTINGS } });
  }
  return allowed;
}

/** What a stored bulk action creates; null: it creates nothing. */
export const creationOf = (content: object): Creation | null =>
  RuleCreation.safeParse(content).data ?? null;

/** A listing that gets a rule, and what that says. */
export interface Made {
  listing: Pick<RuledListing, 'listingId' | 'title'>;
  after: RuleContent;
}

/** The rules that are made for listings: one for each, named after it, or one group rule for all. */
export function makingsOf(made: readonly Made[], creation: Creation | null): Making[] {
  const [first] = made;
  if (first !== undefined && creation?.as === 'group') {
    const listingIds = made.map(({ listing }) => listing.listingId);
    return [{ listingIds, name: creation.name ?? '', origin: 'group', after: first.after }];
  }
  return made.map(({ listing: { listingId, title }, after }) => ({
    listingIds: [listingId],
    name: title,
    origin: 'own',
    after,
  }));
}
