import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { pageOf } from '../testing/page.ts';
import { listing } from '../testing/rules.ts';
import { ListingsOfRule } from './listings-of-rule.tsx';
import { useDraftListings } from './use-draft-listings.ts';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const STORED = [listing.id];

function Subject() {
  return <ListingsOfRule listings={useDraftListings(STORED)} countryCode="BR" mayWrite />;
}

it('a listing that was taken off the rule is brought back, until that is saved', async () => {
  const api = fakeApi({
    '/v2/rules/listings/query': pageOf([listing]),
    '/v1/list-views/{list}': { views: [] },
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Subject />
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Tirar da regra/ }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Trazer de volta o anúncio que sai' }),
  );
  expect(await screen.findByRole('button', { name: /^Tirar da regra/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Trazer de volta/ })).toBeNull();
});
