import { CampaignDraft } from '@primazia/backend/ads/contract';
import { describe, expect, it } from '@rstest/core';
import { linesOf } from './lists.tsx';
import {
  newGroup,
  placeInEdit,
  placeOf,
  toDraft,
  toEdit,
  toValues,
  type WizardValues,
} from './values.ts';

it('pasted lines are added once, without those that are there', () => {
  const text = ' garrafa  termica \n\nCopo\ncopo\nGarrafa 1L';
  expect(linesOf(text, ['garrafa 1l'])).toEqual(['garrafa termica', 'Copo']);
});

it('a fault is shown in the step that has its field', () => {
  expect(placeOf('draft.name')).toEqual({ field: 'name', step: 'campaign' });
  expect(placeOf('draft.groups.1.keywords.3.text')).toEqual({
    field: 'groups.1.keywords.3.text',
    step: 'configuration',
  });
  expect(placeOf('draft.groups.0.listingIds.2')).toEqual({
    field: 'groups.0.listingIds',
    step: 'ads',
  });
});

it('what belongs to another kind of targeting is left out of the draft', () => {
  const bid = 0.5;
  const group = {
    keywords: [{ text: 'copo', bid }],
    products: [{ productId: 'B0ABC12345', bid }],
  };
  const parse = (changes: object) =>
    toDraft(
      toValues(CampaignDraft.parse({ groups: [{ ...group, ...changes }], type: 'manual' }), ''),
    ).groups[0]!;
  const counts = ({ keywords, products }: ReturnType<typeof parse>) => [
    keywords.length,
    products.length,
  ];
  expect(counts(parse({ targeting: 'KEYWORDS' }))).toEqual([1, 0]);
  expect(counts(parse({ targeting: 'PRODUCTS' }))).toEqual([0, 1]);
  const automatic = CampaignDraft.parse({ groups: [group], type: 'automatic' });
  expect(counts(toDraft(toValues(automatic, '')).groups[0]!)).toEqual([0, 0]);
});

describe('an edit of a campaign', () => {
  const target = (id: number, bid: number) => ({
    id,
    kind: 'KEYWORD',
    isNegative: false,
    matchType: 'EXACT',
    text: `palavra ${id}`,
    bid,
    isEnabled: true,
  });
  const before = (): WizardValues => ({
    ...toValues(
      CampaignDraft.parse({ accountId: 1, name: 'A', type: 'manual', dailyBudget: 20 }),
      '',
    ),
    groups: [
      { ...newGroup('Um'), objectId: 11, defaultBid: 0.5 },
      { ...newGroup('Dois'), objectId: 12, targets: [target(1, 0.4), target(2, 0.5)] },
    ],
  });

  it('names what differs alone, also of groups and targets', () => {
    expect(toEdit(before(), before()).edit).toEqual({ groups: [], movedListingIds: [] });
    const values = before();
    values.dailyBudget = 30;
    values.endDate = '2027-01-01';
    values.groups[1]!.targets[1]!.bid = 0.7;
    values.groups.push({ ...newGroup('Novo'), defaultBid: 0.6 });
    const { edit, places } = toEdit(values, before());
    const { groups, ...campaign } = edit;
    expect(campaign).toEqual({ dailyBudget: 30, endDate: '2027-01-01', movedListingIds: [] });
    expect(groups.map(({ id, name, targets }) => [id, name, targets])).toEqual([
      [12, undefined, [{ id: 2, bid: 0.7 }]],
      [null, 'Novo', []],
    ]);
    expect(places).toEqual([1, 2]);
  });

  it('shows a fault at the field of the form', () => {
    const values = before();
    values.groups[1]!.targets[1]!.bid = 0.01;
    const sent = toEdit(values, before());
    expect(placeInEdit('edit.groups.0.targets.0.bid', sent, values)).toEqual({
      field: 'groups.1.targets.1.bid',
      step: 'configuration',
    });
    expect(placeInEdit('edit.groups.0.listingIds.0', sent, values)).toEqual({
      field: 'groups.1.listingIds',
      step: 'ads',
    });
    expect(placeInEdit('edit.name', sent, values)).toEqual({ field: 'name', step: 'campaign' });
  });
});
