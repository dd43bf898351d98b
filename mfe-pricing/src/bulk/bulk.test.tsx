import type { BulkAction, PricedListing } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { type FakeApi, fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { act, chosen, counts, item, prices } from '../testing/bulk.ts';
import { pageOf } from '../testing/page.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkHistory } from './bulk-history.tsx';
import { BulkResult } from './bulk-result.tsx';
import { type Chosen, chosenOf } from './chosen.ts';
import { editFaults, NO_EDIT, toFields } from './edit-values.ts';
import { limitsFaults, NO_LIMITS, toLimits } from './limits-values.ts';

const START = '/v2/rules/bulk';
const ITEMS = '/v2/rules/bulk/{id}/items/query';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

const draw = (api: FakeApi, children: ReactNode) =>
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      {children}
    </Stage>,
  );
const bodies = ({ calls }: FakeApi, path: string) =>
  calls
    .filter((call) => call.path === path)
    .map(({ input }) => (input as { body: Record<string, unknown> }).body);

/** The dialog of a bulk action, over a server that answers dry runs and begins actions. */
function open(
  action: BulkAction,
  more: { chosen?: Chosen; answer?: object; preview?: () => unknown; begun?: Promise<void> } = {},
) {
  const answer = { ...act(), action, ...more.answer };
  const api = fakeApi({
    [START]: async ({ body }: { body: { dryRun: boolean } }) => {
      if (!body.dryRun) await more.begun;
      return { ...answer, id: body.dryRun ? null : 9 };
    },
    '/v2/rules/bulk/preview': more.preview ?? prices(),
  });
  const onStarted = rs.fn();
  const onClose = rs.fn();
  draw(api, <BulkDialog {...{ action, onStarted, onClose }} chosen={more.chosen ?? chosen} />);
  return { api, onStarted, onClose };
}

describe('what is chosen', () => {
  const listing = (id: number) => ({ id, currencyCode: 'BRL' }) as PricedListing;
  const all = { id: 5, count: 7, expiresAt: '' };
  const inSight = { rows: [listing(1)], filterText: 'Estoque: 0' };

  it('is all matches if they were selected, else the selected rows', () => {
    expect(chosenOf([listing(1)], all, inSight)?.target).toEqual({ selectionId: 5 });
    expect(chosenOf([listing(1)], all, inSight)?.count).toBe(7);
    expect(chosenOf([listing(3), listing(4)], null, inSight)).toMatchObject({
      target: { listingIds: [3, 4] },
      foundBy: null,
    });
  });
  it('has its amounts in the currency of most, as the server takes the country of most', () => {
    const mexican = (id: number) => ({ id, currencyCode: 'MXN' }) as PricedListing;
    const rows = [listing(1), mexican(2), mexican(3)];
    expect(chosenOf(rows, null, inSight)?.currencyCode).toBe('MXN');
    expect(chosenOf([], all, { ...inSight, rows })?.currencyCode).toBe('MXN');
    expect(chosenOf(rows.slice(0, 2), null, inSight)?.currencyCode).toBe('BRL');
  });
  it('is nothing where nothing is ticked, or more than may be', () => {
    expect(chosenOf([], null, inSight)).toBeNull();
    const many = Array.from({ length: 1_001 }, (_, id) => listing(id + 1));
    expect(chosenOf(many, null, inSight)).toBeNull();
    expect(chosenOf(many.slice(1), null, inSight)?.count).toBe(1_000);
  });
});

describe('an edit', () => {
  const set = (...fields: (keyof typeof NO_EDIT.set)[]) => ({
    ...NO_EDIT.set,
    ...Object.fromEntries(fields.map((field) => [field, true])),
  });
  it('leaves out fields that are not selected', () => {
    const values = { ...NO_EDIT, minPrice: 50, set: set('strategy', 'requiresApproval') };
    expect(toFields(values)).toEqual({ strategy: 'PRIMAZIA', requiresApproval: true });
    expect(editFaults(values)).toEqual([]);
  });
  it('takes a limit away where it is ticked and blank, and refuses what is no amount', () => {
    expect(toFields({ ...NO_EDIT, set: set('minPrice') })).toEqual({ minPrice: null });
    const unread = { ...NO_EDIT, set: set('minPrice'), minPrice: Number.NaN };
    expect(editFaults(unread)).toEqual([{ field: 'minPrice', code: 'required' }]);
  });
  it('names the field that is wrong', () => {
    const blank = { ...NO_EDIT, set: set('adjustment'), adjustmentAmount: null };
    expect(editFaults(blank)).toEqual([{ field: 'adjustmentAmount', code: 'required' }]);
    const crossed = { ...NO_EDIT, set: set('minPrice', 'maxPrice'), minPrice: 9, maxPrice: 9 };
    expect(editFaults(crossed)).toEqual([{ field: 'maxPrice', code: 'max_not_above_min' }]);
    expect(editFaults(NO_EDIT)).toEqual([{ field: 'set', code: 'required' }]);
  });
});

describe('limits by percent', () => {
  it('lie below and above the price, or move what there is', () => {
    expect(toLimits({ ...NO_LIMITS, min: 10, minWay: 'down', max: 5 })).toEqual({
      action: 'limits',
      of: 'price',
      minBelowPercent: 10,
      maxAbovePercent: 5,
    });
    const moved = { of: 'limits' as const, min: 3, minWay: 'up' as const, maxWay: 'down' as const };
    expect(toLimits({ ...NO_LIMITS, ...moved })).toMatchObject({ minBelowPercent: -3 });
    expect(toLimits({ ...NO_LIMITS, ...moved, max: 4 })).toMatchObject({ maxAbovePercent: -4 });
  });
  it('want one of the two, within what can be', () => {
    expect(limitsFaults(NO_LIMITS)).toEqual([{ field: 'min', code: 'required' }]);
    expect(limitsFaults({ ...NO_LIMITS, min: 100 })).toEqual([{ field: 'min', code: 'too_large' }]);
    expect(limitsFaults({ ...NO_LIMITS, max: 20 })).toEqual([]);
  });
});

describe('a bulk action', () => {
  it('shows a preview, and a button with verb and count', async () => {
    const { api, onStarted } = open('disable');
    const dialog = await screen.findByRole('dialog', { name: 'Desativar regras' });
    expect(
      await within(dialog).findByText(/^1\.240 anúncios, escolhidos por: Perdendo/),
    ).toBeTruthy();
    const refused = await within(dialog).findByRole('heading', { name: /fica de fora/ });
    expect(refused.parentElement?.textContent).toContain('também controla anúncios que não foram');
    const rows = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows.at(-1)).toContain('Panela 3');
    expect(rows.at(-1)).toContain('Ativa → Desativada');
    expect(bodies(api, START)).toEqual([{ action: 'disable', selectionId: 5, dryRun: true }]);
    expect(bodies(api, '/v2/rules/bulk/preview')).toEqual([]);

    await userEvent.click(within(dialog).getByRole('button', { name: 'Desativar em 2 anúncios' }));
    expect(bodies(api, START)[1]).toEqual({ action: 'disable', selectionId: 5, dryRun: false });
    expect(onStarted).toHaveBeenCalledWith(9);
  });

  it('is not left by a key while it begins: its result has to be reported', async () => {
    let begin = () => {};
    const begun = new Promise<void>((done) => {
      begin = done;
    });
    const { onStarted, onClose } = open('disable', { begun });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Desativar em 2 anúncios' }));
    expect(screen.getByRole('button', { name: 'Voltar' })).toHaveProperty('disabled', true);
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    begin();
    await expect.poll(() => onStarted.mock.calls).toEqual([[9]]);
    await user.keyboard('{Escape}');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it('that would change nothing cannot be done', async () => {
    const answer = { counts: counts({ unchanged: 3 }), refused: [], items: [] };
    open('archive', { answer });
    expect(await screen.findByText('Nada mudaria.')).toBeTruthy();
    const confirm = screen.getByRole('button', { name: 'Arquivar regras' });
    expect((confirm as HTMLButtonElement).disabled).toBe(true);
  });

  it('that prices would follow reports what they would do, and how many would not pay', async () => {
    const some = { ...chosen, target: { listingIds: [1, 2, 3] }, count: 3, foundBy: null };
    const effects = [{ currencyCode: 'BRL', raises: 2, raisedBy: 30.5, lowers: 0, loweredBy: 0 }];
    const codes = ['no_minimum', 'not_on_sale', 'not_competing', 'automation', 'promotion'];
    const stopped = codes.map((code) => ({ code, count: 41 }));
    const preview = () => ({ ...prices(), stopped });
    const { api } = open('enable', { chosen: some, answer: { effects }, preview });
    expect(
      await screen.findByText(/^Atinge 3 anúncios com regra ativa\. 2 preços mudariam/),
    ).toBeTruthy();
    expect(screen.getByText(/1 anúncio ficaria abaixo do custo/)).toBeTruthy();
    expect(screen.getAllByText('41')).toHaveLength(codes.length);
    expect(screen.getByText(/sobem ao menos R\$\s30,50 no total/)).toBeTruthy();
    expect(bodies(api, '/v2/rules/bulk/preview')).toHaveLength(1);
  });

  it('reports prices that could not be calculated, and retries', async () => {
    const some = { ...chosen, target: { listingIds: [1, 2, 3] }, count: 3, foundBy: null };
    let answer = () => {
      throw new ApiError('problem', { status: 503, code: 'service_not_available' });
    };
    open('enable', { chosen: some, preview: () => answer() });
    expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível calcular.');
    answer = prices as () => never;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText(/^Atinge 3 anúncios com regra ativa\./)).toBeTruthy();
  });

  it('for too many listings for a preview of prices reports that, and continues', async () => {
    const { api } = open('enable');
    expect(await screen.findByText('Calculado só para até 1.000 anúncios.')).toBeTruthy();
    expect(bodies(api, '/v2/rules/bulk/preview')).toEqual([]);
  });

  it('that edits sends only the selected fields, and keeps them during the preview', async () => {
    const { api } = open('edit');
    const next = await screen.findByRole('button', { name: 'Ver o que mudaria' });
    await userEvent.click(next);
    expect((await screen.findByRole('alert')).textContent).toBe('Marque o que deve mudar.');
    expect(api.calls).toHaveLength(0);

    await userEvent.click(screen.getByRole('checkbox', { name: 'Preço mínimo' }));
    const group = screen.getByRole('group', { name: 'Preço mínimo' });
    await userEvent.type(within(group).getByRole('textbox'), '84,90');
    await userEvent.click(next);
    expect(await screen.findByRole('button', { name: 'Mudar em 2 anúncios' })).toBeTruthy();
    expect(bodies(api, START)).toEqual([
      { action: 'edit', fields: { minPrice: 84.9 }, selectionId: 5, dryRun: true },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    const again = await screen.findByRole('group', { name: 'Preço mínimo' });
    expect((within(again).getByRole('textbox') as HTMLInputElement).value).toBe('84,90');
  });
});

describe('the result of a bulk action', () => {
  it('shows its progress, reports skipped listings, and is undone', async () => {
    let now = act({ state: 'writing', progress: { done: 1, total: 3 } });
    const api = fakeApi({
      '/v2/rules/bulk/{id}': () => now,
      '/v2/rules/bulk/{id}/cancel': () => {
        now = act({ state: 'canceled' });
        return now;
      },
      '/v2/rules/bulk/{id}/undo': () => {
        now = act({ state: 'undone', counts: counts({ changed: 2, restored: 1, notRestored: 1 }) });
        return now;
      },
      [ITEMS]: () =>
        pageOf(
          now.state === 'undone'
            ? [item(2, { restored: false, undoCode: 'rule_changed' }), item(3, { restored: true })]
            : now.items,
        ),
    });
    draw(api, <BulkResult id={9} onClose={() => {}} />);
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toBe('1 de 3 anúncios');
    expect(screen.queryByRole('button', { name: /^Desfazer/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer em 2 anúncios' }));
    expect(
      await screen.findByText(/^1 anúncio voltou a ter a regra anterior\. 1 ficou/),
    ).toBeTruthy();
    expect(await screen.findByText(/Ficou como está: Alguém mudou a regra/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Desfazer/ })).toBeNull();
  });
});

describe('the list of bulk actions', () => {
  it('opens each again', async () => {
    const { items: _items, effects: _effects, refused: _refused, ...rest } = act();
    const api = fakeApi({ '/v2/rules/bulk/query': pageOf([{ ...rest, personName: 'Bia Rocha' }]) });
    const onOpen = rs.fn();
    draw(api, <BulkHistory onOpen={onOpen} onClose={() => {}} />);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Desativar as regras de 2 anúncios' }),
    );
    expect(onOpen).toHaveBeenCalledWith(9);
    expect(screen.getByText(/Bia Rocha · 1 ficou de fora/)).toBeTruthy();
  });
  it('shows an empty state', async () => {
    draw(
      fakeApi({ '/v2/rules/bulk/query': pageOf([]) }),
      <BulkHistory onOpen={() => {}} onClose={() => {}} />,
    );
    expect(await screen.findByText('Nenhuma ação em massa ainda')).toBeTruthy();
  });
});
