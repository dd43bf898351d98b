import {
  LISTING_COLUMNS,
  MassEditState,
  RULE_WORDS,
  type Sheet,
  SheetFaultCode,
  type SheetRow,
} from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, fakeLive, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { pageOf } from '../testing/page.ts';
import { wordChanges } from './changes.ts';
import { RuleImport } from './rule-import.tsx';

const SHEET = '/v2/rules/sheet/{id}';
const NONE = {
  rows: 0,
  made: 0,
  changed: 0,
  unchanged: 0,
  wrong: 0,
  written: 0,
  restored: 0,
  notRestored: 0,
};

const sheet = (more: Partial<Sheet>): Sheet => ({
  id: 9,
  fileName: 'regras.csv',
  format: 'csv',
  state: 'previewed',
  progress: { done: 4, total: 4 },
  counts: { ...NONE, rows: 4, made: 1, changed: 1, unchanged: 1, wrong: 1 },
  columns: [
    { name: 'ID', field: 'listingId' },
    { name: 'Minha nota', field: null },
  ],
  fault: null,
  applied: null,
  personName: 'Ana Prado',
  createdAt: '2026-11-08T12:00:00Z',
  ...more,
});

const glance = { status: 'enabled', strategy: 'WIN', minPrice: 80, maxPrice: null } as const;
const row = (more: Partial<SheetRow>): SheetRow => ({
  line: 2,
  kind: 'changed',
  listingId: 5,
  title: 'Chaleira Azul',
  sku: 'CH-1',
  skuMarketplace: 'MLB5',
  currencyCode: 'BRL',
  ruleId: 3,
  before: glance,
  after: { ...glance, minPrice: 84.9, strategy: 'MATCH' },
  faults: [],
  isWritten: false,
  restored: null,
  ...more,
});
const wrong = row({
  line: 7,
  kind: 'wrong',
  listingId: null,
  title: null,
  currencyCode: null,
  before: null,
  after: null,
  faults: [
    { code: 'number_ambiguous', column: 'Preço mínimo', value: '1.299', readings: [1299, 1.299] },
    { code: 'listing_not_found', column: 'SKU', value: 'NADA', readings: null },
  ],
});
/** The page of a file whose state the test changes. */
function shown(
  first: Partial<Sheet>,
  rows: SheetRow[] = [row({}), wrong],
  apply: () => unknown = () => sheet(first),
) {
  let now = sheet(first);
  let rowsNow = rows;
  const live = fakeLive();
  const api = fakeApi({
    [SHEET]: () => now,
    [`${SHEET}/rows/query`]: () => pageOf(rowsNow),
    [`${SHEET}/apply`]: apply,
    [`${SHEET}/cancel`]: () => now,
    [`${SHEET}/undo`]: () => now,
    '/v2/rules/sheet/query': pageOf([]),
    '/v1/list-views/{list}': { views: [], preferences: null },
  });
  render(
    <Stage api={api} live={live} resources={{ pt, en, es }}>
      <RuleImport id={9} />
    </Stage>,
  );
  const become = (more: Partial<Sheet>, next = rowsNow) => {
    now = sheet(more);
    rowsNow = next;
    live.publish({ type: 'rule-batches', ids: [9] });
  };
  const callsTo = (end: string) => api.calls.filter(({ path }) => path.endsWith(end));
  return { become, callsTo };
}

/** Without the blanks that do not break. */
const textOf = (element: Element | undefined) =>
  (element?.textContent ?? '').replaceAll('\u00A0', ' ');

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

describe('a file that was sent', () => {
  it('shows its progress, can be cancelled, and shows a preview as soon as it is read', async () => {
    const { become, callsTo } = shown({
      state: 'reading',
      progress: { done: 300, total: 1_200 },
      counts: NONE,
    });
    const bar = await screen.findByRole('progressbar', { name: 'Lendo o arquivo' });
    expect(bar.getAttribute('aria-valuetext')).toBe('300 de 1.200 linhas');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(callsTo('/cancel')).toHaveLength(1);

    become({});
    expect(await screen.findByText(/O arquivo cria 1 regra e muda 1\./)).toBeTruthy();
    expect(screen.getByText('Coluna ignorada: Minha nota.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Com erro\s*1$/ })).toBeTruthy();
    const changed = await screen.findByRole('row', { name: /Chaleira Azul/ });
    expect(textOf(changed)).toContain('R$ 80,00 → R$ 84,90');
    expect(changed.textContent).toContain('Ganhar → Igualar');
  });

  it('names what is wrong by column, value and reason, and a doubtful number in both readings', async () => {
    shown({});
    const bad = await screen.findByRole('row', { name: /Linha 7/ });
    const [first, second] = within(bad).getAllByRole('listitem');
    expect(first?.textContent).toContain('Preço mínimo1.299');
    // No listing is known, and so no currency.
    expect(textOf(first)).toContain('(1.299,00 ou 1,299?)');
    expect(second?.textContent).toContain('Nenhum anúncio tem este código.');
  });

  it('is applied completely if it is valid, and only its valid rows after confirmation', async () => {
    const { callsTo } = shown({});
    await userEvent.click(
      await screen.findByRole('button', { name: 'Salvar só as 2 linhas válidas' }),
    );
    expect(callsTo('/apply')).toMatchObject([{ input: { body: { rows: 'good' } } }]);
    expect(screen.getByRole('button', { name: 'Baixar 1 linha com erro' })).toBeTruthy();
    cleanup();
    shown({ counts: { ...NONE, rows: 1, wrong: 1 } }, [wrong]);
    expect(
      await screen.findByText(
        'Nada para salvar: nenhuma linha válida muda uma regra. 1 linha tem erro: corrija-a e envie de novo.',
      ),
    ).toBeTruthy();
    cleanup();
    const whole = shown({ counts: { ...NONE, rows: 2, made: 2 } }, [row({})]);
    await userEvent.click(await screen.findByRole('button', { name: 'Salvar 2 regras' }));
    expect(whole.callsTo('/apply')).toMatchObject([{ input: { body: { rows: 'all' } } }]);
  });

  it('shows the result of each row, as soon as it is known', async () => {
    const { become } = shown({}, [row({})]);
    expect(await screen.findByText('Muda')).toBeTruthy();
    const counts = { ...NONE, rows: 1, changed: 1, written: 1 };
    become({ state: 'done', counts }, [row({ isWritten: true })]);
    expect(await screen.findByText('Salva')).toBeTruthy();
    expect(screen.queryByText('Muda')).toBeNull();
    become({ state: 'undone', counts: { ...counts, restored: 1 } }, [
      row({ isWritten: true, restored: true }),
    ]);
    expect(await screen.findByText('Restaurada')).toBeTruthy();
  });

  it('shows a margin as it was typed, in the terms of the form', async () => {
    const before = { ...glance, safeMargin: 0, control: 'REGAIN' } as const;
    const after = { ...before, safeMargin: 0.25, control: 'LOSE' } as const;
    shown({}, [row({ before, after })]);
    const changed = await screen.findByRole('row', { name: /Chaleira Azul/ });
    expect(textOf(changed)).toContain('Margem segura (%): 0% → 0,25%');
    expect(textOf(changed)).toContain(
      'Se alguém mudar o preço fora do Primazia: A regra retoma o controle → A regra fica pausada',
    );
  });

  it('is either written or discarded', async () => {
    let answer = () => {};
    shown({ counts: { ...NONE, rows: 2, made: 2 } }, [row({})], () => {
      return new Promise((done) => {
        answer = () => done(sheet({}));
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Salvar 2 regras' }));
    expect(screen.getByRole('button', { name: 'Descartar' })).toHaveProperty('disabled', true);
    answer();
    await expect
      .poll(() => screen.getByRole('button', { name: 'Descartar' }))
      .toHaveProperty('disabled', false);
  });

  it('is undone after a confirmation with the count', async () => {
    const { callsTo } = shown({
      state: 'done',
      counts: { ...NONE, rows: 3, made: 3, written: 3 },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer 3 regras' }));
    expect(callsTo('/undo')).toHaveLength(0);
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desfazer 3 regras' }));
    await expect.poll(() => callsTo('/undo').length).toBe(1);
  });

  it('that is invalid gives the reason', async () => {
    shown({
      state: 'failed',
      counts: NONE,
      fault: { code: 'no_key_column', column: null, value: null, readings: null, line: 1 },
    });
    expect(await screen.findByText('O arquivo não pôde ser lido')).toBeTruthy();
    expect(screen.getByText(/Falta a coluna que diz qual é o anúncio/)).toBeTruthy();
  });
});

describe('a deleted file', () => {
  it('is reported, with a link to upload another one', async () => {
    const gone = () => {
      throw new ApiError('problem', { status: 404, code: 'batch_not_found' });
    };
    render(
      <Stage api={fakeApi({ [SHEET]: gone })} resources={{ pt, en, es }}>
        <RuleImport id={9} />
      </Stage>,
    );
    expect(await screen.findByText('Esta planilha não existe mais')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Enviar outro arquivo' })).toBeTruthy();
  });
});

describe('what a row changes', () => {
  it('is of a new rule what is unusual, and of an old one what differs', () => {
    const usual = {
      ...glance,
      competition: 'BUYBOX',
      requiresApproval: false,
      control: 'REGAIN',
      safeMargin: 0,
    } as const;
    const fields = (one: Partial<SheetRow>) => wordChanges(row(one)).map(({ field }) => field);
    expect(fields({ before: null, after: usual })).toEqual(['strategy', 'status']);
    expect(fields({ before: usual, after: { ...usual, safeMargin: 5 } })).toEqual(['safeMargin']);
    expect(fields({ before: usual, after: null })).toEqual([]);
  });
});

describe('the words', () => {
  it.each([
    ['pt', pt],
    ['en', en],
    ['es', es],
  ] as const)('are there for all that can be, in %s', (locale, texts) => {
    const { rule } = texts;
    const { strategy, competition, minimumBy, maxPrice } = RULE_WORDS;
    expect(Object.keys(texts.sheets.fault).sort()).toEqual([...SheetFaultCode.options].sort());
    expect(Object.keys(texts.sheets.column).sort()).toEqual(Object.keys(LISTING_COLUMNS).sort());
    const { strategy_unknown, control_unknown } = texts.sheets.fault;
    expect(strategy_unknown).toContain('{{strategies}}');
    for (const word of ['REGAIN', 'LOSE'] as const)
      expect(control_unknown).toContain(RULE_WORDS.control.values[word][locale]);
    // The first page shows these before the words of all fields are loaded.
    expect([
      rule.strategy.label,
      rule.competition.label,
      rule.minimum.label,
      rule.max_price,
    ]).toEqual([strategy, competition, minimumBy, maxPrice].map(({ name }) => name[locale]));
    expect(Object.keys(texts.long_work.state).sort()).toEqual(
      [...MassEditState.options, 'running'].sort(),
    );
  });
});
