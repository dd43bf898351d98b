import type { PricedListing, RuleCreation } from '@primazia/backend/pricing/contract';
import { type FakeApi, fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { act, chosen, counts, item } from '../testing/bulk.ts';
import { pageOf } from '../testing/page.ts';
import { listing } from '../testing/rules.ts';
import { BulkHistory } from './bulk-history.tsx';
import { CreateRules } from './create-rules.tsx';

const START = '/v2/rules/bulk';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

/** The requests to create rules, and whether they are dry runs. */
const bulkCalls = ({ calls }: FakeApi) =>
  calls
    .filter(({ path }) => path === START)
    .map(({ input }) => {
      const { body } = input as { body: RuleCreation & { dryRun: boolean } };
      const { action, as, name, dryRun, rule, ...target } = body;
      return { action, as, name, dryRun, strategy: rule.strategy, ...target };
    });

function open() {
  const answer = act({
    action: 'edit',
    creates: 'own',
    counts: counts({ made: 1_200, refused: 40 }),
    refused: [
      { code: 'listing_has_rule', count: 30 },
      { code: 'different_countries', count: 10 },
    ],
    items: [item(1, { outcome: 'refused', code: 'listing_has_rule', after: null })],
  });
  const api = fakeApi({
    [START]: ({ body }: { body: { dryRun: boolean } }) => ({
      ...answer,
      id: body.dryRun ? null : 9,
    }),
    '/v2/pricing/settings': { requiresApprovalByDefault: true },
  });
  const onStarted = rs.fn();
  const listings: [PricedListing, ...PricedListing[]] = [listing, { ...listing, id: 8 }];
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <CreateRules {...{ chosen, listings, onStarted }} onClose={() => {}} />
    </Stage>,
  );
  return { api, onStarted };
}

describe('creating rules for all listings that match', () => {
  it('reports what would be created and why some are refused, and starts it for the selection', async () => {
    const { api, onStarted } = open();
    expect(await screen.findByText('Regra de 1240 anúncios')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ver o que mudaria' }));

    const start = await screen.findByRole('button', { name: 'Criar para 1.200 anúncios' });
    expect(screen.getAllByText('Já tem uma regra, ou', { exact: false })[0]).toBeTruthy();
    expect(
      screen.getByText('Está em um país diferente do da maioria.', { exact: false }),
    ).toBeTruthy();
    await userEvent.click(start);
    expect(onStarted).toHaveBeenCalledWith(9);
    const own = { action: 'create', as: 'own', name: null, strategy: 'PRIMAZIA', selectionId: 5 };
    expect(bulkCalls(api)).toEqual([
      { ...own, dryRun: true },
      { ...own, dryRun: false },
    ]);
  }, 30_000);

  it('needs a confirmation for a group rule, and keeps typed values on the way back', async () => {
    const { api } = open();
    await userEvent.click(await screen.findByRole('radio', { name: /^Ganhar/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Ver o que mudaria' }));
    await userEvent.click(
      await screen.findByRole('radio', { name: 'Uma regra de grupo para todos' }),
    );
    await screen.findByRole('button', { name: 'Criar para 1.200 anúncios' });
    expect(bulkCalls(api).at(-1)).toMatchObject({
      as: 'group',
      name: 'Regra de 1240 anúncios',
      strategy: 'WIN',
      dryRun: true,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    const win = await screen.findByRole('radio', { name: /^Ganhar/ });
    expect((win as HTMLInputElement).checked).toBe(true);
  }, 30_000);

  it('is in the list of bulk actions by its own name', async () => {
    const {
      items: _items,
      effects: _effects,
      refused: _refused,
      ...kept
    } = act({
      action: 'edit',
      creates: 'own',
      counts: counts({ made: 2 }),
    });
    render(
      <Stage
        api={fakeApi({ '/v2/rules/bulk/query': pageOf([{ ...kept, personName: null }]) })}
        resources={{ pt, en, es }}
      >
        <BulkHistory onOpen={() => {}} onClose={() => {}} />
      </Stage>,
    );
    expect(
      await screen.findByRole('button', { name: 'Criar as regras de 2 anúncios' }),
    ).toBeTruthy();
  });
});
