import type { ListField } from '@primazia/backend/kernel/list-schema';
import {
  LISTING_FIELDS,
  RULE_FIELDS,
  UPDATE_FIELDS,
  type UpdateExtra,
} from '@primazia/backend/pricing/contract';
import type { Session } from '@primazia/kit';
import type { ListDeclaration, RowAction } from '@primazia/kit/list';
import { fakeApi, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { useHistoryColumns } from '../history/columns.tsx';
import { useRuleColumns } from '../rule-list/columns.tsx';
import { pageOf } from '../testing/page.ts';
import { listing } from '../testing/rules.ts';
import { useListingChoices, useRuleChoices } from '../ui/choices.ts';
import { useListingColumns } from './columns.tsx';
import { ListingDialogs } from './listing-dialogs.tsx';
import { useRowActions } from './use-row-actions.ts';

afterEach(cleanup);

const api = () =>
  fakeApi({
    '/v1/accounts': [
      { id: 3, name: 'Loja Centro' },
      { id: 4, name: 'Loja Norte' },
    ],
    '/v2/rules/query': pageOf([{ id: 8, name: 'Panelas' }]),
    '/v2/rules/listings/query': pageOf([{ id: 5, title: 'Chaleira', skuMarketplace: 'MLB5' }]),
  });

interface SubjectProps {
  use: () => unknown;
  /** The results of the hook, one for each rendering. */
  given: unknown[];
}

function Subject({ use, given }: SubjectProps) {
  const [times, setTimes] = useState(1);
  given.push(use());
  return (
    <button type="button" onClick={() => setTimes(times + 1)}>
      de novo
    </button>
  );
}

/** Renders a hook of the page; each rendering adds a result. */
async function drawn<Given>(
  use: () => Given,
  session: Partial<Session> = {},
): Promise<{ given: Given[]; again: () => Promise<void> }> {
  const given: Given[] = [];
  render(
    <Stage api={api()} session={fakeSession(session)} resources={{ pt, en, es }}>
      <ListingDialogs>
        <Subject use={use} given={given} />
      </ListingDialogs>
    </Stage>,
  );
  const button = await screen.findByRole('button', { name: 'de novo' });
  return { given, again: () => userEvent.click(button) };
}

describe('what people choose among', () => {
  const signal = new AbortController().signal;

  it('are the rules and the listings, with the names of the values in a link', async () => {
    const { given } = await drawn(() => [useRuleChoices(), useListingChoices()]);
    const [rules, listings] = given.at(-1) ?? [];
    expect(await rules?.named?.(['8'], signal)).toEqual([{ value: '8', label: 'Panelas' }]);
    expect(await listings?.named?.(['5'], signal)).toEqual([
      { value: '5', label: 'Chaleira · MLB5' },
    ]);
  });
});

/** Never shown: a row's own number. */
const UNSAID = ['id'];
/** A missing text: its own key. */
const KEY = /^[a-z_]+(?:\.\w+)+$|^$/;

interface DeclaredList {
  use: () => ListDeclaration<never>;
  contract: Readonly<Record<string, ListField>>;
  extras: readonly string[];
}

const LISTS: Record<string, DeclaredList> = {
  listings: { use: useListingColumns, contract: LISTING_FIELDS, extras: [] },
  rules: { use: useRuleColumns, contract: RULE_FIELDS, extras: [] },
  history: {
    use: useHistoryColumns,
    contract: UPDATE_FIELDS,
    extras: ['reason', 'failure'] satisfies UpdateExtra[],
  },
};

describe.each(Object.entries(LISTS))('the list of %s', (_name, { use, contract, extras }) => {
  it.each(['pt', 'en', 'es'] as const)('names all that it shows in %s', async (locale) => {
    const { given } = await drawn(use, { locale });
    const { columns, filters } = given.at(-1) ?? { columns: [], filters: [] };
    const said = [
      ...columns.map(({ header }) => header),
      ...columns.flatMap(({ exports = [] }) => exports.map(({ label }) => label)),
      ...columns.flatMap(({ exports = [] }) =>
        exports.flatMap(({ words = {} }) => Object.values(words)),
      ),
      ...filters.map(({ label }) => label),
      ...filters.flatMap((field) =>
        field.kind === 'select' ? field.options.map(({ label }) => label) : [],
      ),
    ];
    expect(said.filter((text) => text === undefined || KEY.test(text))).toEqual([]);
  });

  it('shows each field of the contract, in a filter or in an export', async () => {
    const { given } = await drawn(use);
    const { columns, filters } = given.at(-1) ?? { columns: [], filters: [] };
    const exported = columns.flatMap(({ exports = [] }) => exports.map(({ field }) => field));
    const shown = new Set([...exported, ...filters.map(({ field }) => field)]);
    expect([...shown].sort()).toEqual(
      [...Object.keys(contract), ...extras].filter((field) => !UNSAID.includes(field)).sort(),
    );
    expect(new Set(exported).size).toBe(exported.length);
  });

  it('can be ordered by a field once, and gives each column a unique name', async () => {
    const { given } = await drawn(use);
    const { columns } = given.at(-1) ?? { columns: [] };
    const orders = columns.flatMap(({ orderBy }) => orderBy ?? []);
    expect(new Set(orders).size).toBe(orders.length);
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
  });
});

describe('the rows of listings', () => {
  it('have the same columns and actions at each render', async () => {
    const openRule = () => {};
    const { given, again } = await drawn(
      () => [useListingColumns().columns, useRowActions(openRule)] as const,
    );
    const [columns, actions] = given.at(-1) ?? [];
    await again();
    expect(given.at(-1)?.[0]).toBe(columns);
    expect(given.at(-1)?.[1]).toBe(actions);
  });

  it('offer no rule to be made to a person who may only read', async () => {
    const idsFor = async (session: Partial<Session>) => {
      const { given } = await drawn(() => useRowActions(() => {}), session);
      const actionsOf = given.at(-1) as (listing: unknown) => RowAction[];
      const ids = [null, { id: 8 }].map((rule) =>
        actionsOf({ id: 5, rule, groupType: 'none' }).map(({ id }) => id),
      );
      cleanup();
      return ids.map((some) => some.includes('rule'));
    };
    expect(await idsFor({})).toEqual([true, true]);
    const token = `e30.${btoa(JSON.stringify({ role: 'analyst' }))}.x`;
    expect(await idsFor({ token })).toEqual([false, true]);
  });
});

describe('the last change of a listing', () => {
  it('shows that a price waits because of the limits of pace', async () => {
    const held = { by: 'interval', until: '2026-11-20T12:05:00Z' } as const;
    const { given } = await drawn(useListingColumns);
    const column = given[0]!.columns.find(({ id }) => id === 'lastUpdate');
    render(
      <Stage api={api()} resources={{ pt, en, es }}>
        {column!.cell({ ...listing, held })}
      </Stage>,
    );
    expect(await screen.findByText(/^Aguarda até /)).toBeTruthy();
  });
});
