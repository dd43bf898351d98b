import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { toRuleBody } from '../rule/values.ts';
import { listing, values } from '../testing/rules.ts';
import { RulePreview } from './preview.tsx';

afterEach(cleanup);

it('gives the reason for a case that could not be calculated, instead of waiting for ever', async () => {
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
