// What prevents the creation of a draft. Pure: all facts of the account are arguments.
//
// Lengths, symbols and counts of words are those of the marketplaces' documents; limits of amounts are in the account's capabilities.
import type { AdsCapabilities } from '../../kernel/ads.ts';
import { toMinor } from '../../kernel/money.ts';
import type { Fault } from '../../kernel/problem.ts';
import { CAMPAIGN_STRATEGIES, type CampaignDraft, type DraftGroup } from '../contract.ts';
import type { fault } from '../problems.ts';

/** The facts that decide whether a draft can be created. */
export interface DraftFacts {
  /** Null: the account's advertising is not open, or the draft names no account. */
  capabilities: AdsCapabilities | null;
  /** In the time zone of the account's advertising, YYYY-MM-DD. */
  today: string;
  /** Whether the account has a campaign of this name, or one is being created. */
  isNameTaken: boolean;
  /** The listings of the account among those of the draft, with whether an ad of theirs runs in a campaign. */
  listings: ReadonlyMap<number, { isAdvertised: boolean }>;
}

const MAX_CAMPAIGN_NAME = 128;
const MAX_GROUP_NAME = 255;
const MAX_KEYWORD = 80;
const MAX_WORDS = 10;
const MAX_NEGATIVE_PHRASE_WORDS = 4;
const MAX_PLACEMENT_PERCENT = 900;

/** Letters and digits, and the symbols that names of campaigns may have. */
const NAME = /^[\p{L}\p{N} \-$"'&()*+,./:;=?@\\[\]_`~{}|]+$/u;
/** Symbols of keywords; `.`, `-` and `+` are allowed only inside words. */
const KEYWORD = /^[\p{L}\p{N} \-&\\+[\]'".]+$/u;
const OUTSIDE_OF_WORDS = /(^|\s)[.+-]|[.+-](\s|$)/;
const PRODUCT_ID = /^[A-Z0-9]{10}$/i;
const CATEGORY_ID = /^\d{1,20}$/;

/** Codes whose texts the pages have themselves. */
type PlainCode = 'required' | 'end_not_after_start' | 'max_not_above_min';
type Check = (path: string, code: Parameters<typeof fault>[1] | PlainCode, message: string) => void;

const wordsIn = (text: string) => text.trim().split(/\s+/).length;
const plain = (text: string) => text.trim().toLowerCase();

/** The positions of texts that occur earlier in the list. */
function repeated(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, at) => {
    if (text === '') return [];
    if (seen.has(text)) return [at];
    seen.add(text);
    return [];
  });
}

function checkName(add: Check, path: string, name: string, longest: number): void {
  if (name.trim() === '') add(path, 'required', 'is required');
  else if (name !== name.trim()) add(path, 'blank_ends', 'must not begin or end with a blank');
  else if (name.length > longest)
    add(path, 'name_too_long', `has to have ${longest} characters at most`);
  else if (!NAME.test(name)) add(path, 'symbol_not_allowed', 'has a symbol that is not allowed');
}

function checkRange(
  add: Check,
  path: string,
  amount: number | null,
  range: AdsCapabilities['bid'] | undefined,
): void {
  if (amount === null || !range) return;
  const minor = toMinor(amount);
  if (minor < range.minimum || minor > range.maximum)
    add(path, 'out_of_limits', `has to be from ${range.minimum / 100} to ${range.maximum / 100}`);
}

function checkDates(add: Check, { startDate, endDate }: CampaignDraft, today: string): void {
  if (startDate !== null && startDate < today)
    add('startDate', 'start_in_the_past', 'has to be today at the earliest');
  if (endDate !== null && endDate <= (startDate ?? today))
    add('endDate', 'end_not_after_start', 'has to be after the start');
}

function checkCampaign(add: Check, draft: CampaignDraft, facts: DraftFacts): void {
  const { accountId, name, dailyBudget, strategy, goalAcos, placements } = draft;
  if (accountId === null) add('accountId', 'required', 'is required');
  else if (!facts.capabilities?.creates)
    add('accountId', 'cannot_create', 'Campaigns of this account cannot be created here');
  checkName(add, 'name', name, MAX_CAMPAIGN_NAME);
  if (facts.isNameTaken) add('name', 'campaign_name_taken', 'is the name of another campaign');
  checkDates(add, draft, facts.today);
  if (dailyBudget === null) add('dailyBudget', 'required', 'is required');
  checkRange(add, 'dailyBudget', dailyBudget, facts.capabilities?.dailyBudget);
  const { goal } = CAMPAIGN_STRATEGIES[strategy];
  if (goalAcos !== null && (goalAcos < goal.initialValue || goalAcos > goal.finalValue))
    add('goalAcos', 'goal_outside_strategy', 'has to be within the range of the strategy');
  for (const [at, { percent }] of placements.entries())
    if (percent > MAX_PLACEMENT_PERCENT)
      add(`placements.${at}.percent`, 'placement_too_high', 'has to be 900 at most');
}

function checkKeywordText(add: Check, path: string, text: string, longest: number): void {
  if (text.trim() === '') add(path, 'required', 'is required');
  else if (text.length > MAX_KEYWORD)
    add(path, 'keyword_too_long', `has to have ${MAX_KEYWORD} characters at most`);
  else if (wordsIn(text) > longest)
    add(path, 'too_many_words', `has to have ${longest} words at most`);
  else if (
    !KEYWORD.test(text) ||
    OUTSIDE_OF_WORDS.test(text) ||
    (text.match(/"/g) ?? []).length % 2 === 1
  )
    add(path, 'symbol_not_allowed', 'has a symbol that is not allowed');
}

function checkKeywords(add: Check, path: string, group: DraftGroup, bid: AdsCapabilities['bid']) {
  for (const [at, one] of group.keywords.entries()) {
    const its = `${path}.keywords.${at}`;
    checkKeywordText(add, `${its}.text`, one.text, MAX_WORDS);
    if (one.matchType === null)
      add(`${its}.matchType`, 'match_missing', 'Choose how a search has to match');
    checkRange(add, `${its}.bid`, one.bid, bid);
  }
  const keys = group.keywords.map(({ text, matchType }) => `${plain(text)}\n${matchType}`);
  for (const at of repeated(keys)) add(`${path}.keywords.${at}.text`, 'repeated', 'is given twice');
}

function checkProducts(add: Check, path: string, group: DraftGroup, bid: AdsCapabilities['bid']) {
  for (const [at, one] of group.products.entries()) {
    if (!PRODUCT_ID.test(one.productId))
      add(`${path}.products.${at}.productId`, 'product_id', 'has to be a code of 10 characters');
    checkRange(add, `${path}.products.${at}.bid`, one.bid, bid);
  }
  const keys = group.products.map((one) => `${plain(one.productId)}\n${one.isExpanded}`);
  for (const at of repeated(keys))
    add(`${path}.products.${at}.productId`, 'repeated', 'is given twice');
  for (const [at, one] of group.categories.entries()) {
    const its = `${path}.categories.${at}`;
    if (!CATEGORY_ID.test(one.categoryId))
      add(`${its}.categoryId`, 'category_id', 'has to be the number of a category');
    if (one.priceFrom !== null && one.priceTo !== null && one.priceTo <= one.priceFrom)
      add(`${its}.priceTo`, 'max_not_above_min', 'has to be greater than the minimum');
    if (one.ratingFrom !== null && one.ratingTo !== null && one.ratingTo <= one.ratingFrom)
      add(`${its}.ratingTo`, 'max_not_above_min', 'has to be greater than the minimum');
    checkRange(add, `${its}.bid`, one.bid, bid);
  }
  const categories = group.categories.map(({ bid: _bid, ...one }) => JSON.stringify(one));
  for (const at of repeated(categories))
    add(`${path}.categories.${at}.categoryId`, 'repeated', 'is given twice');
}

function checkNegatives(add: Check, path: string, group: DraftGroup): void {
  for (const [at, { text, matchType }] of group.negativeKeywords.entries()) {
    const its = `${path}.negativeKeywords.${at}`;
    const longest = matchType === 'PHRASE' ? MAX_NEGATIVE_PHRASE_WORDS : MAX_WORDS;
    checkKeywordText(add, `${its}.text`, text, longest);
    if (matchType === null)
      add(`${its}.matchType`, 'match_missing', 'Choose how a search has to match');
  }
  const keys = group.negativeKeywords.map((one) => `${plain(one.text)}\n${one.matchType}`);
  for (const at of repeated(keys))
    add(`${path}.negativeKeywords.${at}.text`, 'repeated', 'is given twice');
  for (const [at, productId] of group.negativeProducts.entries())
    if (!PRODUCT_ID.test(productId))
      add(`${path}.negativeProducts.${at}`, 'product_id', 'has to be a code of 10 characters');
  for (const at of repeated(group.negativeProducts.map(plain)))
    add(`${path}.negativeProducts.${at}`, 'repeated', 'is given twice');
}

function checkAds(
  add: Check,
  path: string,
  { listingIds }: DraftGroup,
  { listings }: DraftFacts,
  moved: ReadonlySet<number>,
): void {
  if (listingIds.length === 0) add(`${path}.listingIds`, 'no_ads', 'needs one ad at least');
  for (const [at, id] of listingIds.entries()) {
    const known = listings.get(id);
    if (known === undefined)
      add(`${path}.listingIds.${at}`, 'listing_unknown', 'is no listing of the account');
    else if (known.isAdvertised && !moved.has(id))
      add(`${path}.listingIds.${at}`, 'ad_elsewhere', 'is advertised in another campaign');
  }
  for (const at of repeated(listingIds.map(String)))
    add(`${path}.listingIds.${at}`, 'repeated', 'is given twice');
}

/** Checks the positive targets of a group, and rejects those that its type of campaign or its targeting does not allow. */
function checkTargets(add: Check, path: string, { type }: CampaignDraft, group: DraftGroup): void {
  const { targeting, keywords, products, categories } = group;
  if (type === 'automatic') {
    if (keywords.length + products.length + categories.length > 0)
      add(`${path}.targeting`, 'automatic_targets', 'An automatic campaign chooses its targets');
    return;
  }
  const [own, others] =
    targeting === 'KEYWORDS'
      ? [keywords.length, products.length + categories.length]
      : [products.length + categories.length, keywords.length];
  if (own === 0)
    add(`${path}.targeting`, 'no_targets', 'needs a keyword, product or category at least');
  if (others > 0)
    add(`${path}.targeting`, 'mixed_targets', 'cannot have keywords and products at once');
}

/** The highest bid of a draft, in decimal; 0: it has none. */
const highestBid = ({ groups }: CampaignDraft) =>
  Math.max(
    0,
    ...groups.flatMap(({ defaultBid, keywords, products, categories }) =>
      [defaultBid, ...[...keywords, ...products, ...categories].map(({ bid }) => bid)].map(
        (bid) => bid ?? 0,
      ),
    ),
  );

/** The faults of a draft; none: it can be created. The paths begin with `draft`. */
export function validateDraft(draft: CampaignDraft, facts: DraftFacts): Fault[] {
  const faults: Fault[] = [];
  const add: Check = (path, code, message) => {
    faults.push({ path: `draft.${path}`, code, message });
  };
  checkCampaign(add, draft, facts);
  const bid = facts.capabilities?.bid ?? null;
  const moved = new Set(draft.movedListingIds);
  if (draft.groups.length === 0) add('groups', 'no_groups', 'needs one group at least');
  for (const [at, group] of draft.groups.entries()) {
    const path = `groups.${at}`;
    checkName(add, `${path}.name`, group.name, MAX_GROUP_NAME);
    if (group.defaultBid === null) add(`${path}.defaultBid`, 'required', 'is required');
    checkRange(add, `${path}.defaultBid`, group.defaultBid, bid);
    checkTargets(add, path, draft, group);
    checkKeywords(add, path, group, bid);
    checkProducts(add, path, group, bid);
    checkNegatives(add, path, group);
    checkAds(add, path, group, facts, moved);
  }
  for (const at of repeated(draft.groups.map(({ name }) => plain(name))))
    add(`groups.${at}.name`, 'group_name_taken', 'is the name of another group');
  const { dailyBudget } = draft;
  if (dailyBudget !== null && dailyBudget < highestBid(draft))
    add('dailyBudget', 'budget_below_bid', 'has to be at least the highest bid');
  return faults;
}
