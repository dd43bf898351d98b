import {
  MAX_ACTED,
  type PriceUpdate,
  type Undo,
  type UndoItem,
} from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { type FakeApi, fakeApi, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { ActDialog } from '../history/act-dialog.tsx';
import { effectsOf } from '../history/effects.ts';
import { pageOf } from '../testing/page.ts';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { UndoManyDialog } from './undo-many-dialog.tsx';
import { UndoResult } from './undo-result.tsx';
import { UndoRuleDialog } from './undo-rule-dialog.tsx';

const PREVIEW = '/v2/rules/undo/preview';
const START = '/v2/rules/undo';
const SEEN_AT = '2026-05-04T12:00:00.000Z';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

const item = (more: Partial<UndoItem> = {}): UndoItem => ({
  listingId: 1,
  title: 'Chaleira',
  skuMarketplace: 'MLB1',
  currencyCode: 'BRL',
  ruleName: 'Ganhar',
  updates: 2,
  olderKept: 0,
  price: 94.9,
  restorePrice: 99.9,
  belowMinimum: false,
  belowCost: false,
  outcome: null,
  code: null,
  ...more,
});

const refusedItem = item({ listingId: 2, title: 'Panela', restorePrice: null, code: 'not_latest' });

const undo = (more: Partial<Undo> = {}): Undo => ({
  id: null,
  state: 'previewed',
  rule: 'keep',
  seenAt: SEEN_AT,
  progress: { done: 0, total: 2 },
  counts: {
    open: 1,
    restoring: 0,
    restored: 0,
    failed: 0,
    canceled: 0,
    refused: 1,
    belowMinimum: 0,
    belowCost: 1,
    largeDrops: 0,
    largeDropLimit: 20,
  },
  refused: [{ code: 'not_latest', count: 1 }],
  effects: [{ currencyCode: 'BRL', raises: 1, raisedBy: 5, lowers: 0, loweredBy: 0 }],
  rules: [{ id: 7, name: 'Ganhar' }],
  items: [refusedItem, item()],
  createdAt: SEEN_AT,
  ...more,
});

const draw = (api: FakeApi, children: ReactNode) =>
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <DialogContainer onDismiss={() => {}}>{children}</DialogContainer>
    </Stage>,
  );
const bodies = ({ calls }: FakeApi, path: string) =>
  calls
    .filter((call) => call.path === path)
    .map(({ input }) => (input as { body: Record<string, unknown> }).body);

const serverOf = (preview: Undo) => {
  const done = undo({
    id: 9,
    state: 'done',
    progress: { done: 2, total: 2 },
    counts: { ...preview.counts, open: 0, restoring: 1 },
  });
  return fakeApi({
    [PREVIEW]: preview,
    [START]: done,
    '/v2/rules/undo/{id}': done,
    '/v2/rules/undo/{id}/items/query': pageOf([refusedItem, item({ outcome: 'restoring' })]),
    '/v2/rules/query': pageOf([{ id: 7, name: 'Ganhar' }]),
  });
};

describe('undoing many price updates', () => {
  it('shows what is restored and what is kept, and offers the choices for the rule', async () => {
    const api = serverOf(undo());
    const onStarted = rs.fn();
    draw(
      api,
      <UndoManyDialog
        scope={{ updateIds: [4, 5] }}
        said="2 alterações"
        onStarted={onStarted}
        onClose={() => {}}
      />,
    );
    const user = userEvent.setup();
    const confirm = await screen.findByRole('button', { name: 'Restaurar 1 preço' });
    expect(confirm).toHaveProperty('disabled', true);
    expect(screen.getByText(/fica mais caro/).textContent).toMatch(/\+R\$\s5,00/);
    expect(screen.getByText('1 anúncio fica abaixo do custo.')).toBeTruthy();
    expect(screen.getAllByText('Outra alteração veio depois')).toHaveLength(2);

    await user.click(screen.getByRole('radio', { name: /Desativar a regra.*Ganhar/ }));
    await user.click(confirm);
    expect(await screen.findByText(/1 preço está sendo restaurado/)).toBeTruthy();
    expect(bodies(api, START)).toEqual([{ updateIds: [4, 5], rule: 'disable', seenAt: SEEN_AT }]);
    expect(onStarted).toHaveBeenCalledTimes(1);
    expect(await screen.findByText('A caminho')).toBeTruthy();
  });

  it('shows for each price whether it was restored', async () => {
    const counts = { ...undo().counts, open: 0, restored: 2, failed: 1, canceled: 1 };
    const outcomes = ['restored', 'failed', 'canceled'] as const;
    const api = fakeApi({
      '/v2/rules/undo/{id}': undo({ id: 9, state: 'done', counts }),
      '/v2/rules/undo/{id}/items/query': pageOf(
        outcomes.map((outcome, place) => item({ listingId: place + 10, outcome })),
      ),
    });
    draw(api, <UndoResult id={9} onClose={() => {}} />);
    const said = await screen.findByText(/2 preços foram restaurados/);
    expect(said.textContent).toMatch(/1 preço não foi restaurado.*1 preço foi cancelado/);
    expect(said.textContent).not.toMatch(/sendo restaurad/);
    for (const tag of ['Restaurado', 'Não restaurado', 'Cancelado'])
      expect(await screen.findByText(tag)).toBeTruthy();
  });

  it('shows the preview again where it has expired', async () => {
    let requests = 0;
    const api = fakeApi({
      [PREVIEW]: () => {
        requests += 1;
        return undo();
      },
      [START]: () => {
        throw new ApiError('problem', { status: 409, code: 'preview_expired' });
      },
    });
    draw(api, <UndoManyDialog scope={{ updateIds: [4] }} said="1 alteração" onClose={() => {}} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: /manter a regra/ }));
    const before = requests;
    await user.click(screen.getByRole('button', { name: 'Restaurar 1 preço' }));
    await waitFor(() => expect(requests).toBe(before + 1));
  });

  it('cannot be confirmed if nothing would be restored', async () => {
    const counts = { ...undo().counts, open: 0, refused: 2 };
    draw(
      serverOf(undo({ counts, effects: [], items: [refusedItem] })),
      <UndoManyDialog scope={{ updateIds: [5] }} said="1 alteração" onClose={() => {}} />,
    );
    expect(await screen.findByText(/Nenhum preço pode ser restaurado/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Desfazer' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('requires a rule and a time before it shows what would be restored', async () => {
    const api = serverOf(undo());
    draw(api, <UndoRuleDialog onClose={() => {}} />);
    const user = userEvent.setup();
    const show = await screen.findByRole('button', { name: 'Ver o que será restaurado' });
    expect(show).toHaveProperty('disabled', true);
    await user.click(await screen.findByRole('combobox', { name: 'Regra' }));
    await user.click(await screen.findByRole('option', { name: 'Ganhar' }));
    await user.click(show);
    await screen.findByRole('button', { name: 'Restaurar 1 preço' });
    const [preview] = bodies(api, PREVIEW);
    expect(preview).toMatchObject({ ruleId: 7 });
    const since = new Date(String(preview?.since));
    expect([since.getHours(), since.getMinutes()]).toEqual([0, 0]);
    expect(since < new Date()).toBe(true);
    // Back leads to what was chosen.
    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(await screen.findByRole('button', { name: /Ganhar/ })).toBeTruthy();
  }, 20_000);
});

const update = (id: number, oldPrice: number, newPrice: number) =>
  ({ id, title: `Listing ${id}`, oldPrice, newPrice, currencyCode: 'BRL' }) as PriceUpdate;

describe('approving many', () => {
  it('is not left by a key before its answer', async () => {
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const api = fakeApi({
      '/v2/rules/updates/act': async () => {
        await answered;
        return { results: [{ updateId: 1, code: null, values: {} }] };
      },
    });
    const onClose = rs.fn();
    render(
      <Stage api={api} resources={{ pt, en, es }}>
        <HeldDialogContainer onDismiss={onClose}>
          <ActDialog
            act="approve"
            updates={[update(1, 10, 9)]}
            onDone={() => {}}
            {...{ onClose }}
          />
        </HeldDialogContainer>
      </Stage>,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Aprovar 1/ }));
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    answer();
    expect(await screen.findByRole('status')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('shows first the total, and then the failures', async () => {
    const api = fakeApi({
      '/v2/rules/updates/act': {
        results: [
          { updateId: 1, code: null, values: {} },
          { updateId: 2, code: 'decision_changed', values: { newPrice: 12.5 } },
        ],
      },
    });
    const onDone = rs.fn();
    const updates = [update(1, 10, 9.5), update(2, 20, 21)];
    draw(api, <ActDialog act="approve" {...{ updates, onDone }} onClose={() => {}} />);
    const user = userEvent.setup();
    expect((await screen.findByText(/fica mais barato/)).textContent).toMatch(/R\$\s0,50/);
    await user.click(screen.getByRole('button', { name: 'Aprovar 2 preços' }));
    expect(await screen.findByText('1 preço aprovado.')).toBeTruthy();
    expect(screen.getByText(/A nova proposta é R\$\s12,50/)).toBeTruthy();
    expect(bodies(api, '/v2/rules/updates/act')).toEqual([{ act: 'approve', updateIds: [1, 2] }]);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('reports what was done before a failure, and how many were not sent', async () => {
    let requests = 0;
    const api = fakeApi({
      '/v2/rules/updates/act': ({ body }: { body: { updateIds: number[] } }) => {
        requests += 1;
        if (requests > 1)
          throw new ApiError('problem', { status: 503, code: 'service_not_available' });
        return {
          results: body.updateIds.map((updateId) => ({ updateId, code: null, values: {} })),
        };
      },
    });
    const onDone = rs.fn();
    const updates = Array.from({ length: MAX_ACTED + 3 }, (_, place) => update(place + 1, 10, 9));
    draw(api, <ActDialog act="cancel" {...{ updates, onDone }} onClose={() => {}} />);
    await userEvent.click(
      await screen.findByRole('button', { name: `Cancelar ${MAX_ACTED + 3} alterações` }),
    );
    expect(await screen.findByText(`${MAX_ACTED} alterações canceladas.`)).toBeTruthy();
    expect(screen.getByText(/^3 alterações não foram enviadas\./)).toBeTruthy();
    expect(onDone).toHaveBeenCalledTimes(1);
  });
});

describe('the results of price updates', () => {
  it('is summed in whole cents, by currency', () => {
    const dear = { ...update(3, 1, 1.1), currencyCode: 'MXN' };
    expect(effectsOf([update(1, 0.1, 0.3), update(2, 0.2, 0.3), update(4, 5, 4.99), dear])).toEqual(
      [
        { currencyCode: 'BRL', raises: 2, raisedBy: 0.3, lowers: 1, loweredBy: 0.01 },
        { currencyCode: 'MXN', raises: 1, raisedBy: 0.1, lowers: 0, loweredBy: 0 },
      ],
    );
  });
});
