import type { RuleRow } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { storedOf } from '../testing/rules.ts';
import { useRuleStatus } from './use-rule-status.ts';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

interface Sent {
  params: { ruleId: number };
  body: { status: RuleRow['status']; version: number };
}

const RULES = ['Bules', 'Facas', 'Copos'].map((name, place) => ({
  ...storedOf({}),
  id: place + 1,
  name,
}));

function Buttons() {
  const { turn } = useRuleStatus();
  return RULES.map((rule) => (
    <button key={rule.id} type="button" onClick={() => turn(rule, 'disabled')}>
      {`turn ${rule.id}`}
    </button>
  ));
}

function Page() {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      {!isLeft && <Buttons />}
      <button type="button" onClick={() => setLeft(true)}>
        leave
      </button>
    </>
  );
}

/** Two rules that can be disabled; the test answers the requests. */
async function shown() {
  const waiting: (() => void)[] = [];
  const api = fakeApi({
    '/v2/rules/{ruleId}/status': ({ params, body }: Sent) =>
      new Promise((resolve) => {
        const rule = RULES.find(({ id }) => id === params.ruleId);
        waiting.push(() => resolve({ ...rule, status: body.status, version: body.version + 1 }));
      }),
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Page />
    </Stage>,
  );
  await screen.findByRole('button', { name: 'turn 1' });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const answer = async () => {
    for (const settle of waiting.splice(0)) await act(async () => settle());
  };
  return { api, press, answer };
}

describe('turning rules off', () => {
  it('reports each of several, also where the next began before the answer', async () => {
    const { press, answer } = await shown();
    await press('turn 1');
    await press('turn 2');
    await answer();
    expect(await screen.findByText('“Bules” está desativada.')).toBeTruthy();
    expect(await screen.findByText('“Facas” está desativada.')).toBeTruthy();
  });

  it('is undone, with a notice, also from another page', async () => {
    const { api, press, answer } = await shown();
    await press('turn 3');
    await press('leave');
    await answer();
    // Those of other tests are still shown.
    const toast = await screen.findByRole('alertdialog', { name: '“Copos” está desativada.' });
    await userEvent.click(within(toast).getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(api.calls).toHaveLength(2));
    await answer();
    expect(api.calls[1]).toMatchObject({
      input: { params: { ruleId: 3 }, body: { status: 'enabled', version: 2 } },
    });
    expect(await screen.findByText('Desfeito.')).toBeTruthy();
  });
});
