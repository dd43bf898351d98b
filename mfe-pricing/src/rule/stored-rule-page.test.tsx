import type { Rule } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, fakeLive, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { listing, storedOf } from './fixture.ts';
import { StoredRulePage } from './stored-rule-page.tsx';

const page = <Row,>(content: Row[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  size: 15,
  number: 0,
  numberOfElements: content.length,
});

/** The page of a rule that somebody else saves once it stands open. */
async function opened() {
  let stored: Rule = storedOf({ minPrice: 80, maxPrice: 120 });
  const saves: { version: number; rule: { minPrice: number; maxPrice: number } }[] = [];
  const api = fakeApi({
    '/v2/rules/{ruleId}': ({ body }: { body?: (typeof saves)[number] }) => {
      if (body === undefined) return stored;
      saves.push(body);
      if (body.version !== stored.version)
        throw new ApiError('problem', { status: 409, code: 'rule_changed' });
      stored = { ...stored, ...body.rule, version: stored.version + 1 };
      return stored;
    },
    '/v2/rules/listings/query': { ...page([listing]), counts: {}, isEstimate: false },
    '/v2/rules/preview': {
      outcome: 'KEEP',
      code: 'winning',
      price: null,
      eventType: null,
      priceTag: null,
      state: null,
      rival: null,
      minPrice: 80,
      memory: null,
      explanation: [],
    },
    '/v2/rules/preview/selection': {
      total: 1,
      changes: 0,
      raises: 0,
      lowers: 0,
      averageChangePercent: null,
      outcomes: [],
      stopped: [],
      warnings: [{ code: 'under_cost', count: 1 }],
      items: [],
    },
    '/v2/rules/movers/query': { items: [] },
    '/v1/buybox/{listingId}/market': null,
    '/v1/listings/{listingId}/costs': {
      listingId: 7,
      currencyCode: 'BRL',
      cost: null,
      taxPercent: null,
      feePercent: null,
      feeFixed: null,
      feeSource: null,
      feeAt: null,
      feeAskedAt: null,
      feeFailure: null,
    },
  });
  const live = fakeLive();
  render(
    <Stage
      api={api}
      live={live}
      resources={{ pt, en, es }}
      history={createMemoryHistory({ initialEntries: ['/regras-de-precificacao/1'] })}
    >
      <StoredRulePage ruleId={1} replayId={undefined} />
    </Stage>,
  );
  await screen.findByText('Salvar regra');
  const changeElsewhere = (part: Partial<Rule>) => {
    stored = { ...stored, ...part, version: stored.version + 1 };
    live.tell({ type: 'rules', ids: [1] });
  };
  return { api, saves, changeElsewhere };
}

// By label: to find by role takes long in so large a form.
const field = (name: string) => screen.getByLabelText(name);
const type = (name: string, text: string) =>
  fireEvent.change(field(name), { target: { value: text } });
const press = (name: string) => userEvent.click(screen.getByText(name));

configure({ asyncUtilTimeout: 4_000 });
afterEach(cleanup);

describe('a rule that two people change', () => {
  it('tells what the other one changed, and goes on from there with what was typed here', async () => {
    const { saves, changeElsewhere } = await opened();
    type('Preço máximo', '130');
    changeElsewhere({ minPrice: 85 });
    const changes = await screen.findByLabelText('O que mudou');
    expect(within(changes).getByText('Preço mínimo')).toBeTruthy();
    expect(changes.textContent).toMatch(/R\$\s80,00 → R\$\s85,00/);
    await press('Continuar com as minhas mudanças');
    await waitFor(() => expect(field('Preço mínimo')).toHaveProperty('value', '85,00'));
    expect(field('Preço máximo')).toHaveProperty('value', '130,00');
    await press('Salvar regra');
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]).toMatchObject({ version: 2, rule: { minPrice: 85, maxPrice: 130 } });
    expect(await screen.findByText('Salvo com sucesso')).toBeTruthy();
  });

  it('can be opened as it was saved, without what was typed here', async () => {
    const { changeElsewhere } = await opened();
    type('Preço máximo', '130');
    changeElsewhere({ minPrice: 85 });
    await screen.findByText('Abrir a versão salva');
    await press('Abrir a versão salva');
    await waitFor(() => expect(field('Preço mínimo')).toHaveProperty('value', '85,00'));
    expect(field('Preço máximo')).toHaveProperty('value', '120,00');
  });
});

describe('the page of a rule', () => {
  it('says before saving how many ads it is about, and how many would go under their cost', async () => {
    await opened();
    expect(await screen.findByText(/^Afeta 1 anúncio/)).toBeTruthy();
    expect(await screen.findByText('1 ficaria abaixo do custo')).toBeTruthy();
    expect(screen.getByText('8 / 120')).toBeTruthy();
  });
});
