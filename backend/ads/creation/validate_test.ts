// The rules of a draft, one row each: a change to a draft that can be created, and the faults that follow.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type * as z from 'zod';
import { AdsCapabilities } from '../../kernel/ads.ts';
import { CampaignDraft, type DraftGroup } from '../contract.ts';
import { type DraftFacts, validateDraft } from './validate.ts';

type DraftInput = z.input<typeof CampaignDraft>;
type GroupInput = z.input<typeof DraftGroup>;

const FACTS: DraftFacts = {
  capabilities: AdsCapabilities.parse({
    writes: true,
    creates: true,
    keywords: true,
    negatives: true,
    placements: true,
    searchTerms: true,
    bid: { minimum: 7, maximum: 370_000 },
    dailyBudget: { minimum: 132, maximum: 530_000_000 },
    roasTarget: null,
  }),
  today: '2026-11-27',
  isNameTaken: false,
  listings: new Map([
    [1, { isAdvertised: false }],
    [2, { isAdvertised: true }],
  ]),
};

const group = (changes: GroupInput = {}): GroupInput => ({
  name: 'Garrafas',
  defaultBid: 0.62,
  listingIds: [1],
  ...changes,
});

const draft = (changes: DraftInput = {}): DraftInput => ({
  accountId: 5,
  name: 'Garrafa 1L | Automática',
  dailyBudget: 40,
  groups: [group()],
  ...changes,
});

const manual = (changes: GroupInput, more: DraftInput = {}): DraftInput =>
  draft({ type: 'manual', groups: [group(changes)], ...more });

const word = { text: 'garrafa termica', matchType: 'EXACT' } as const;
const keywords = [word];
const products = [{ productId: 'B0ABC12345' }];
const category = { categoryId: '16957125011' };

/** The change, and the paths of the faults that follow. */
const CASES: [rule: string, input: DraftInput, faults: string[], facts?: Partial<DraftFacts>][] = [
  ['an automatic campaign', draft(), []],
  ['no account', draft({ accountId: null }), ['accountId required']],
  [
    'an account whose campaigns cannot be created',
    draft(),
    ['accountId cannot_create'],
    { capabilities: { ...FACTS.capabilities!, creates: false } },
  ],
  ['no name', draft({ name: ' ' }), ['name required']],
  ['a blank at the end', draft({ name: 'Garrafas ' }), ['name blank_ends']],
  ['128 characters', draft({ name: 'a'.repeat(128) }), []],
  ['129 characters', draft({ name: 'a'.repeat(129) }), ['name name_too_long']],
  ['a symbol of none', draft({ name: 'Garrafas <1L>' }), ['name symbol_not_allowed']],
  ['a name of another campaign', draft(), ['name campaign_name_taken'], { isNameTaken: true }],
  ['a start today', draft({ startDate: '2026-11-27' }), []],
  ['a start yesterday', draft({ startDate: '2026-11-26' }), ['startDate start_in_the_past']],
  ['an end today', draft({ endDate: '2026-11-27' }), ['endDate end_not_after_start']],
  ['an end tomorrow', draft({ endDate: '2026-11-28' }), []],
  [
    'an end on the day of the start',
    draft({ startDate: '2026-12-01', endDate: '2026-12-01' }),
    ['endDate end_not_after_start'],
  ],
  ['no budget', draft({ dailyBudget: null }), ['dailyBudget required']],
  ['the lowest budget', draft({ dailyBudget: 1.32 }), []],
  ['a budget below it', draft({ dailyBudget: 1.31 }), ['dailyBudget out_of_limits']],
  [
    'a budget below a bid',
    draft({ dailyBudget: 2, groups: [group({ defaultBid: 2.01 })] }),
    ['dailyBudget budget_below_bid'],
  ],
  [
    'a budget below a bid of a keyword',
    manual({ keywords: [{ ...word, bid: 41 }] }),
    ['dailyBudget budget_below_bid'],
  ],
  [
    'a goal outside of the strategy',
    draft({ strategy: 'growth', goalAcos: 14.9 }),
    ['goalAcos goal_outside_strategy'],
  ],
  ['a goal at its end', draft({ strategy: 'growth', goalAcos: 30 }), []],
  [
    'a placement of 900 %',
    draft({ placements: [{ placement: 'TOP_OF_SEARCH', percent: 900 }] }),
    [],
  ],
  [
    'a placement of 901 %',
    draft({ placements: [{ placement: 'TOP_OF_SEARCH', percent: 901 }] }),
    ['placements.0.percent placement_too_high'],
  ],
  ['no group', draft({ groups: [] }), ['groups no_groups']],
  ['a group without a name', draft({ groups: [group({ name: '' })] }), ['groups.0.name required']],
  [
    'two groups of a name',
    draft({ groups: [group(), group({ name: 'GARRAFAS' })] }),
    ['groups.1.name group_name_taken'],
  ],
  ['a bid of 0.07', draft({ groups: [group({ defaultBid: 0.07 })] }), []],
  [
    'a bid of 0.06',
    draft({ groups: [group({ defaultBid: 0.06 })] }),
    ['groups.0.defaultBid out_of_limits'],
  ],
  ['no bid', draft({ groups: [group({ defaultBid: null })] }), ['groups.0.defaultBid required']],
  ['no ad', draft({ groups: [group({ listingIds: [] })] }), ['groups.0.listingIds no_ads']],
  [
    'a listing of another account',
    draft({ groups: [group({ listingIds: [3] })] }),
    ['groups.0.listingIds.0 listing_unknown'],
  ],
  [
    'a listing twice',
    draft({ groups: [group({ listingIds: [1, 1] })] }),
    ['groups.0.listingIds.1 repeated'],
  ],
  [
    'a listing of another campaign',
    draft({ groups: [group({ listingIds: [1, 2] })] }),
    ['groups.0.listingIds.1 ad_elsewhere'],
  ],
  [
    'the same, once it is to be moved',
    draft({ groups: [group({ listingIds: [1, 2] })], movedListingIds: [2] }),
    [],
  ],
  [
    'keywords of an automatic campaign',
    draft({ groups: [group({ keywords })] }),
    ['groups.0.targeting automatic_targets'],
  ],
  ['no positive target', manual({}), ['groups.0.targeting no_targets']],
  [
    'negatives alone',
    manual({ negativeKeywords: [{ text: 'pet', matchType: 'EXACT' }] }),
    ['groups.0.targeting no_targets'],
  ],
  ['a keyword', manual({ keywords }), []],
  ['keywords and products', manual({ keywords, products }), ['groups.0.targeting mixed_targets']],
  ['a product', manual({ targeting: 'PRODUCTS', products }), []],
  ['a category', manual({ targeting: 'PRODUCTS', categories: [category] }), []],
  [
    'a keyword without a match type',
    manual({ keywords: [{ text: 'garrafa' }] }),
    ['groups.0.keywords.0.matchType match_missing'],
  ],
  [
    'a keyword of 81 characters',
    manual({ keywords: [{ ...word, text: 'a'.repeat(81) }] }),
    ['groups.0.keywords.0.text keyword_too_long'],
  ],
  [
    'a keyword of eleven words',
    manual({ keywords: [{ ...word, text: 'a '.repeat(11).trim() }] }),
    ['groups.0.keywords.0.text too_many_words'],
  ],
  [
    'a keyword with a symbol of none',
    manual({ keywords: [{ ...word, text: 'garrafa!' }] }),
    ['groups.0.keywords.0.text symbol_not_allowed'],
  ],
  [
    'a hyphen outside of words',
    manual({ keywords: [{ ...word, text: '-garrafa' }] }),
    ['groups.0.keywords.0.text symbol_not_allowed'],
  ],
  ['a hyphen inside of a word', manual({ keywords: [{ ...word, text: 'guarda-chuva' }] }), []],
  [
    'a keyword twice, in other letters',
    manual({ keywords: [word, { ...word, text: 'Garrafa Termica' }] }),
    ['groups.0.keywords.1.text repeated'],
  ],
  [
    'a keyword in two match types',
    manual({ keywords: [word, { ...word, matchType: 'BROAD' }] }),
    [],
  ],
  [
    'a bid of a keyword below the lowest',
    manual({ keywords: [{ ...word, bid: 0.06 }] }),
    ['groups.0.keywords.0.bid out_of_limits'],
  ],
  [
    'a product that is none',
    manual({ targeting: 'PRODUCTS', products: [{ productId: 'B0' }] }),
    ['groups.0.products.0.productId product_id'],
  ],
  [
    'a category that is none',
    manual({ targeting: 'PRODUCTS', categories: [{ categoryId: 'x' }] }),
    ['groups.0.categories.0.categoryId category_id'],
  ],
  [
    'a range of prices whose end is its start',
    manual({ targeting: 'PRODUCTS', categories: [{ ...category, priceFrom: 40, priceTo: 40 }] }),
    ['groups.0.categories.0.priceTo max_not_above_min'],
  ],
  [
    'a negative phrase of five words',
    draft({ groups: [group({ negativeKeywords: [{ text: 'a b c d e', matchType: 'PHRASE' }] })] }),
    ['groups.0.negativeKeywords.0.text too_many_words'],
  ],
  [
    'a negative product twice',
    draft({ groups: [group({ negativeProducts: ['B0ABC12345', 'b0abc12345'] })] }),
    ['groups.0.negativeProducts.1 repeated'],
  ],
];

describe('a draft', () => {
  it('is checked by every rule', () => {
    for (const [rule, input, expected, facts] of CASES) {
      const faults = validateDraft(CampaignDraft.parse(input), { ...FACTS, ...facts });
      const found = faults.map(({ path, code }) => `${path.replace('draft.', '')} ${code}`);
      assert.deepEqual(found, expected, rule);
    }
  });
});
