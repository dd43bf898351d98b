import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { useUpdateActions } from './use-update-actions.ts';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

const update = (id: number, currencyCode: string) =>
  ({ id, ruleId: id + 10, currencyCode }) as PriceUpdate;
const UPDATES = [update(1, 'BRL'), update(2, 'USD')];

function Buttons() {
  const { approve, cancel } = useUpdateActions();
  return UPDATES.map((one) => (
    <div key={one.id}>
      <button type="button" onClick={() => approve(one)}>
        {`approve ${one.id}`}
      </button>
      <button type="button" onClick={() => cancel(one)}>
        {`cancel ${one.id}`}
      </button>
    </div>
  ));
}

describe('approving one after another', () => {
  it('reports each refusal, also where the next approval began before the answer', async () => {
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

it("a host's page is notified of what was approved and cancelled, and not what was refused", async () => {
  const refused = new ApiError('problem', { status: 409, code: 'update_settled' });
  const answer = ({ params }: { params: { id: number } }) => {
    if (params.id === 2) throw refused;
    return { ...update(params.id, 'BRL'), newPrice: 10 };
  };
  const api = fakeApi({
    '/v2/rules/{ruleId}/logs/{id}/apply': answer,
    '/v2/rules/{ruleId}/logs/{id}/cancel': answer,
  });
  const announced: unknown[] = [];
  const place = {
    root: document,
    element: document.body,
    announce: (...said: unknown[]) => void announced.push(said),
  };
  render(
    <Stage api={api} resources={{ pt, en, es }} place={place}>
      <Buttons />
    </Stage>,
  );
  for (const name of ['approve 2', 'approve 1', 'cancel 1']) {
    await userEvent.click(await screen.findByRole('button', { name }));
  }
  await waitFor(() =>
    expect(announced).toEqual([
      ['price-approved', { updateIds: [1] }],
      ['price-cancelled', { updateIds: [1] }],
    ]),
  );
});
