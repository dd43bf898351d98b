import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { useUpdateActions } from './use-update-actions.ts';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

const update = (id: number, currencyCode: string) =>
  ({ id, ruleId: id + 10, currencyCode }) as PriceUpdate;
const UPDATES = [update(1, 'BRL'), update(2, 'USD')];

function Buttons() {
  const { approve } = useUpdateActions();
  return UPDATES.map((one) => (
    <button key={one.id} type="button" onClick={() => approve(one)}>
      {`approve ${one.id}`}
    </button>
  ));
}

describe('approving one after another', () => {
  it('tells each refusal, also where the next approval began before the answer', async () => {
    const waiting: (() => void)[] = [];
    const api = fakeApi({
      '/v2/rules/{ruleId}/logs/{id}/apply': ({ params }: { params: { id: number } }) =>
        new Promise((_, reject) => {
          const values = { newPrice: params.id + 0.5 };
          const refusal = { status: 409, code: 'decision_changed', values };
          waiting.push(() => reject(new ApiError('problem', refusal)));
        }),
    });
    render(
      <Stage api={api} resources={{ pt, en, es }}>
        <Buttons />
      </Stage>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'approve 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'approve 2' }));
    expect(waiting).toHaveLength(2);
    for (const answer of waiting) answer();
    expect(await screen.findByText(/A nova proposta é R\$\s1,50/)).toBeTruthy();
    expect(await screen.findByText(/A nova proposta é (US)?\$\s?2,50/)).toBeTruthy();
  });
});
