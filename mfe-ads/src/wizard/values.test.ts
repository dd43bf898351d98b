import { CampaignDraft } from '@primazia/backend/ads/contract';
import { expect, it } from '@rstest/core';
import { linesOf } from './lists.tsx';
import { placeOf, toDraft, toValues } from './values.ts';

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
