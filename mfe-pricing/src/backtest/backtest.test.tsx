import type { Backtest, BacktestReport, BacktestRow } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { BacktestPage } from '../pages/backtest.tsx';
import { newRule, toRuleBody } from '../rule/values.ts';
import { pageOf } from '../testing/page.ts';
import { BacktestDialog } from './backtest-dialog.tsx';
import { BacktestList } from './backtest-list.tsx';

const figures = (winningShare: number, averagePrice: number) => ({
  changes: 3,
  winningShare,
  averagePrice,
  revenue: 100,
  margin: null,
  worst: null,
});
const point = { averagePrice: 10, winningShare: 0.5 };
const report: BacktestReport = {
  snapshots: 1200,
  listings: 1,
  listingsWithCost: 0,
  currencyCode: 'BRL',
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-08T00:00:00Z',
  unitsPerDay: 1,
  assumptions: ['rivals_as_seen'],
  draft: figures(0.75, 95),
  done: figures(0.5, 100),
  nothing: figures(0.25, 101),
  days: [{ day: '2026-11-01', draft: point, done: point, nothing: point }],
};
const backtest = (part: Partial<Backtest>): Backtest => ({
  id: 4,
  state: 'running',
  progress: { done: 300, total: 1200 },
  rule: null,
  ruleName: null,
  listingIds: [7],
  days: 30,
  unitsPerDay: 1,
  createdAt: '2026-11-08T00:00:00Z',
  report: null,
  ...part,
});

const RULE = toRuleBody(newRule('Chaleira'));

function Opened({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <DialogContainer onDismiss={close}>
      {isOpen && <BacktestDialog rule={RULE} name="Chaleira" listingIds={[7]} onClose={close} />}
    </DialogContainer>
  );
}

/** The dialog, begun; it finds the backtest as it is, until that becomes something else. */
async function begun(first: Partial<Backtest>, { isHeld = false } = {}) {
  let now = first;
  let letStart = () => {};
  const held = new Promise<void>((resolve) => {
    letStart = resolve;
  });
  const api = fakeApi({
    '/v2/rules/backtest': async () => {
      if (isHeld) await held;
      return backtest({ state: 'queued', progress: { done: 0, total: 0 } });
    },
    '/v2/rules/backtest/{id}': () => backtest(now),
    '/v2/rules/backtest/{id}/cancel': () => {
      now = { state: 'canceled' };
      return backtest(now);
    },
    '/v2/rules/backtest/{id}/changes/query': pageOf([]),
  });
  const onClose = rs.fn();
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Opened onClose={onClose} />
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'Últimos 7 dias' }));
  await userEvent.click(screen.getByRole('button', { name: 'Começar' }));
  const become = (next: Partial<Backtest>) => {
    now = next;
  };
  return { calls: api.calls, onClose, become, letStart: () => act(async () => letStart()) };
}
const callsTo = (calls: { path: string }[], end: string) =>
  calls.filter(({ path }) => path.endsWith(end));

/** It is polled again only after some time. */
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

describe('a backtest', () => {
  it('sends the selection, and shows its progress until it is complete', async () => {
    const { calls, become } = await begun({});
    const bar = await screen.findByRole('progressbar', { name: 'Simulando…' });
    expect(bar.getAttribute('aria-valuetext')).toBe('300 de 1.200 consultas');
    const [start] = callsTo(calls, '/backtest');
    expect(start).toMatchObject({
      input: { body: { ruleName: 'Chaleira', listingIds: [7], days: 7, unitsPerDay: 1 } },
    });

    const worst = {
      ...{ at: '2026-11-02T10:00:00Z', listingId: 7, title: 'Chaleira', price: 100 },
      ...({ reason: 'longest_loss', value: 0.3 } as const),
    };
    become({ state: 'done', report: { ...report, done: { ...report.done, worst } } });
    const table = await screen.findByRole('table', { name: 'Resultado' });
    const winning = within(table).getByRole('row', { name: /^Tempo ganhando/ });
    expect(winning.textContent).toContain('75%');
    expect(winning.textContent).toContain('+25 p.p.');
    expect(within(table).getByRole('row', { name: /^Margem estimada/ }).textContent).toContain('—');
    expect(within(table).getByText(/^18 min sem ganhar/)).toBeTruthy();
    expect(await screen.findByText('A regra não mudaria nenhum preço.')).toBeTruthy();
  });

  it('is cancelled by the user, and the focus stays in the dialog', async () => {
    const { calls } = await begun({});
    (await screen.findByRole('button', { name: 'Cancelar' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('A simulação foi parada.')).toBeTruthy();
    expect(callsTo(calls, '/cancel')).toHaveLength(1);
    const intro = screen.getByText(/^A regra do formulário/);
    await waitFor(() => expect(document.activeElement).toBe(intro));
  });

  it('that is cancelled on its page moves the focus to its heading', async () => {
    let now = backtest({});
    const api = fakeApi({
      '/v2/rules/listings/query': pageOf([]),
      '/v2/rules/backtest/{id}': () => now,
      '/v2/rules/backtest/{id}/cancel': () => (now = backtest({ state: 'canceled' })),
    });
    const history = createMemoryHistory({ initialEntries: ['/?id=4'] });
    render(
      <Stage api={api} history={history} resources={{ pt, en, es }}>
        <BacktestPage />
      </Stage>,
    );
    (await screen.findByRole('button', { name: 'Cancelar' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('A simulação foi parada.')).toBeTruthy();
    const heading = screen.getByRole('heading', { name: 'Simulação 4' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('is stopped where no one waits for it any more', async () => {
    const { calls, onClose } = await begun({});
    await screen.findByRole('progressbar');
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(onClose).toHaveBeenCalled();
    expect(callsTo(calls, '/cancel')).toHaveLength(1);
  });

  it('is stopped where no one waited until it had begun', async () => {
    const { calls, letStart } = await begun({}, { isHeld: true });
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsTo(calls, '/cancel')).toEqual([]);
    await letStart();
    await waitFor(() => expect(callsTo(calls, '/cancel')).toHaveLength(1));
    expect(callsTo(calls, '/cancel')[0]).toMatchObject({ input: { params: { id: 4 } } });
  });

  it('that failed, or had no markets, reports that', async () => {
    await begun({ state: 'failed' });
    expect(await screen.findByText('A simulação não terminou')).toBeTruthy();
    cleanup();
    await begun({ state: 'done', report: { ...report, snapshots: 0, days: [] } });
    expect(await screen.findByText('Sem dados do mercado neste período')).toBeTruthy();
  });
});

it('is listed by the name of its rule, or by its sentence without a name', async () => {
  const { listingIds: _ids, report: _report, ...known } = backtest({ state: 'done', rule: RULE });
  const row: BacktestRow = {
    ...known,
    ...{ ads: 1, title: 'Chaleira', currencyCode: 'BRL', startedBy: 'Ana', figures: null },
  };
  const content = [
    { ...row, ruleName: 'Bules' },
    { ...row, id: 3 },
  ];
  render(
    <Stage
      api={fakeApi({ '/v2/rules/backtest/query': pageOf(content) })}
      resources={{ pt, en, es }}
    >
      <BacktestList />
    </Stage>,
  );
  const named = await screen.findByRole('link', { name: 'Bules' });
  const sentence = screen.getByRole('link', { name: /^Ganhar/ }).textContent;
  expect(named.closest('.rules__name')?.textContent).toBe(`Bules${sentence}Chaleira`);
});
