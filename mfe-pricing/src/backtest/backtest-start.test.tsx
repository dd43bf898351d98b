import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory, useLocation } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { pageOf } from '../testing/page.ts';
import { listing, storedOf } from '../testing/rules.ts';
import { BacktestStart } from './backtest-start.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const HERE = '/simulacao-de-regras';

/** Has a separate page. */
const Page = () => useLocation().pathname === HERE && <BacktestStart ruleId={undefined} />;

async function shown(begun: unknown = { id: 4 }) {
  const history = createMemoryHistory({ initialEntries: [HERE] });
  const stored = { ...storedOf({ minPrice: 80 }), name: 'Bules' };
  const api = fakeApi({
    '/v2/rules/query': pageOf([{ ...stored, ads: 1, currencyCode: 'BRL' }]),
    '/v2/rules/{ruleId}': stored,
    '/v2/rules/listings/query': pageOf([listing]),
    '/v2/rules/backtest': begun,
  });
  render(
    <Stage api={api} history={history} resources={{ pt, en, es }}>
      <Page />
    </Stage>,
  );
  await screen.findByRole('button', { name: 'Começar' });
  const start = () => userEvent.click(screen.getByRole('button', { name: 'Começar' }));
  const started = () => api.calls.filter(({ path }) => path === '/v2/rules/backtest');
  const chooseRule = async () => {
    await userEvent.type(await screen.findByRole('combobox', { name: 'Regra' }), 'Bules');
    await userEvent.click(await screen.findByRole('option', { name: /^Bules\s?1 anúncio · / }));
    await screen.findByRole('radio', { name: 'O da regra (1)' });
  };
  return { start, started, chooseRule, history };
}

const write = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

describe('starting a backtest', () => {
  it('of a rule that was chosen and taken away again is refused', async () => {
    const { start, started, chooseRule } = await shown();
    await chooseRule();
    await userEvent.click(screen.getByRole('button', { name: 'Remover Bules' }));
    await start();
    expect(await screen.findByText(/^Escolha uma regra que possa ser simulada/)).toBeTruthy();
    expect(started()).toHaveLength(0);
    await chooseRule();
    expect(screen.queryByText(/^Escolha uma regra que possa ser simulada/)).toBeNull();
  });

  it('opens it, unless the user navigated elsewhere in between', async () => {
    let begin = (_: { id: number }) => {};
    const { start, started, chooseRule, history } = await shown(
      () => new Promise((resolve) => (begin = resolve)),
    );
    const beginNow = (id: number) => act(async () => begin({ id }));
    await chooseRule();
    await start();
    await beginNow(4);
    expect(history.location.href).toBe(`${HERE}?id=4`);
    await start();
    await waitFor(() => expect(started()).toHaveLength(2));
    expect(started()[1]).toMatchObject({ input: { body: { ruleName: 'Bules' } } });
    await act(async () => history.push('/regras-de-precificacao'));
    await beginNow(5);
    expect(history.location.href).toBe('/regras-de-precificacao');
  }, 15_000);

  it('of a draft takes what is typed at that moment, and marks what is missing', async () => {
    const { start, started } = await shown();
    await userEvent.click(screen.getByRole('radio', { name: 'Um rascunho' }));
    await userEvent.click(screen.getByRole('button', { name: 'Escolher anúncios' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar: Chaleira' }));
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar 1 anúncio' }));
    const maximum = await screen.findByLabelText('Preço máximo', { selector: 'input' });
    await write(maximum, '0');
    await start();
    expect(await screen.findByText(/^Escolha uma regra que possa ser simulada/)).toBeTruthy();
    expect(maximum.getAttribute('aria-invalid')).toBe('true');
    expect(started()).toHaveLength(0);

    await write(maximum, '150');
    await start();
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]).toMatchObject({
      input: { body: { rule: { maxPrice: 150 }, listingIds: [7], days: 30 } },
    });
    expect(started()[0]).not.toHaveProperty('input.body.ruleName');
  }, 15_000);
});
