// What changes of many rules are about: listings with their rules, and the rows with the change of each. Pure.
import type { Minor } from '../../../kernel/money.ts';
import type { RuleGlance } from '../../contract.ts';
import type { RulePatch, StoredRule } from '../../engine/rule.ts';

/** A listing as changes of its rule see it: what names and prices it, and the rule with how many listings it prices. */
export interface RuledListing {
  /** The listings that share its price, each with whether it has a rule. */
  pairs: readonly { listingId: number; hasRule: boolean }[];
  listingId: number;
  marketplaceId: number;
  title: string;
  sku: string | null;
  skuMarketplace: string;
  catalogProductId: string | null;
  link: string | null;
  currencyCode: string;
  countryCode: string;
  price: Minor;
  rule: (StoredRule & { listings: number }) | null;
}

/** How rows of a file name listings. */
export interface ListingKeys {
  ids: readonly number[];
  skus: readonly string[];
  /** As the marketplaces call them: the listing itself, or the product that it offers. */
  codes: readonly string[];
}

export type ChangeKind = 'made' | 'changed' | 'unchanged' | 'refused';
/** `open`: waits to be written; `idle`: there is nothing to write; `kept`: an undo left it as it is. */
export type RowState = 'open' | 'idle' | 'written' | 'restored' | 'kept';

/** The state before a change: a summary of the rule, and the fields that undo the change. */
export interface Before {
  glance: RuleGlance;
  /** Null until it was written. */
  back: RulePatch | null;
}

/** One listing of a bulk action, or one line of an import. */
export interface ItemRow {
  seq: number;
  line: number | null;
  cells: (string | number)[] | null;
  listing_id: number | null;
  rule_id: number | null;
  state: RowState;
  kind: ChangeKind | null;
  codes: { code: string }[] | null;
  patch: RulePatch | null;
  before: Before | null;
  after: RuleGlance | null;
  version: number | null;
  undo_code: string | null;
}
