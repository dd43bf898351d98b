import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { listing, values } from '../testing/rules.ts';
import { Exceptions } from './exceptions.tsx';
import type { RuleValues } from './fields.ts';

afterEach(cleanup);

function Field() {
  const { control } = useForm<RuleValues>({ defaultValues: values() });
  return <Exceptions control={control} chosen={[]} listing={listing} />;
}

function draw(market: () => unknown) {
  const api = fakeApi({ '/v1/buybox/{listingId}/market': market });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Field />
    </Stage>,
  );
}

const NONE = 'Nenhum concorrente visto neste anúncio.';

it('reports no competitors once the market is loaded, not before', async () => {
  let answer = (_: object) => {};
  draw(() => new Promise((resolve) => (answer = resolve)));
  await expect.poll(() => document.querySelector('.pz-skeleton')).toBeTruthy();
  expect(screen.queryByText(NONE)).toBeNull();
  answer({ listingId: listing.id, offers: [] });
  expect(await screen.findByText(NONE)).toBeTruthy();
});

it('reports that the market could not be read, and retries', async () => {
  draw(() => {
    throw new ApiError('problem', { status: 429, code: 'too_many_requests' });
  });
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  expect(screen.queryByText(NONE)).toBeNull();
});
