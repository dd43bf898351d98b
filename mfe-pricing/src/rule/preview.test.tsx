import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { listing, values } from './fixture.ts';
import { RulePreview } from './preview.tsx';
import { toRuleBody } from './values.ts';

afterEach(cleanup);

it('says of a case that could not be worked out why, instead of waiting for ever', async () => {
  const api = fakeApi({
    '/v1/buybox/{listingId}/market': { offers: [] },
    '/v2/rules/preview': () => {
      throw new ApiError('problem', { status: 429, code: 'too_many_requests' });
    },
  });
  const answers = {
    rule: toRuleBody(values({ minPrice: 80 })),
    now: undefined,
    error: null,
    selection: undefined,
    selectionError: null,
    retrySelection: () => {},
  };
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <RulePreview answers={answers} faults={[]} listing={listing} isGroup={false} />
    </Stage>,
  );
  const cases = within(
    await screen.findByRole('table', { name: 'O que acontece com o preço se…' }),
  );
  await waitFor(() =>
    expect(cases.getAllByText(/^Pedidos demais em pouco tempo/)).toHaveLength(
      cases.getAllByRole('row').length,
    ),
  );
});
