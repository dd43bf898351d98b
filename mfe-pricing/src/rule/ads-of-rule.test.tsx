import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { AdsOfRule } from './ads-of-rule.tsx';
import { listing } from './fixture.ts';
import { useDraftAds } from './use-draft-ads.ts';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const STORED = [listing.id];

function Subject() {
  return <AdsOfRule ads={useDraftAds(STORED)} countryCode="BR" mayWrite />;
}

it('an ad that was taken off the rule is brought back, until that is saved', async () => {
  const api = fakeApi({
    '/v2/rules/listings/query': {
      content: [listing],
      totalElements: 1,
      totalPages: 1,
      size: 30,
      number: 0,
      numberOfElements: 1,
    },
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
