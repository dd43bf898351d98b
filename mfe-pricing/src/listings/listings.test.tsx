import type { ListField } from '@primazia/backend/kernel/list-schema';
import { LISTING_FIELDS } from '@primazia/backend/pricing/contract';
import type { Column, FilterField, RowAction, Session } from '@primazia/kit';
import { fakeApi, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { AdDialogs } from '../ad/ad-dialogs.tsx';
import { useHistoryFilters, useNamedAdsAndRules } from '../update/use-history-filters.ts';
import { useColumns } from './use-columns.tsx';
import { useFilters, useNamedRules } from './use-filters.ts';
import { useRowActions } from './use-row-actions.ts';

afterEach(cleanup);

const page = (content: readonly object[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  size: 15,
  number: 0,
  numberOfElements: content.length,
});
const api = () =>
  fakeApi({
    '/v1/accounts': [
      { id: 3, name: 'Loja Centro' },
      { id: 4, name: 'Loja Norte' },
    ],
    '/v2/rules/query': page([{ id: 8, name: 'Panelas' }]),
    '/v2/rules/listings/query': page([{ id: 5, title: 'Chaleira', skuMarketplace: 'MLB5' }]),
  });

interface SubjectProps {
  use: () => unknown;
  /** What the hook gave, each time. */
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

/** What a hook of the page gives, each time that it is drawn. */
async function drawn<Given>(
  use: () => Given,
  session: Partial<Session> = {},
): Promise<{ given: Given[]; again: () => Promise<void> }> {
  const given: Given[] = [];
  render(
    <Stage api={api()} session={fakeSession(session)} resources={{ pt, en, es }}>
      <AdDialogs>
        <Subject use={use} given={given} />
      </AdDialogs>
    </Stage>,
  );
  const button = await screen.findByRole('button', { name: 'de novo' });
  return { given, again: () => userEvent.click(button) };
}

describe('the filters of ads', () => {
  it('are fields of the contract, of their kind and with their values', async () => {
    const { given } = await drawn(useFilters);
    const known: Readonly<Record<string, ListField>> = LISTING_FIELDS;
    for (const field of given.at(-1) as FilterField[]) {
      const declared = known[field.field];
      expect([field.field, field.kind]).toEqual([field.field, declared?.type]);
      if (field.kind === 'numeric') expect(field.whole === true).toBe(declared?.values === 'whole');
      if (field.kind === 'select') {
        for (const { value, label } of field.options) {
          expect(declared?.options).toContain(value);
          // A text that is missing would be its own key.
          expect(label).not.toContain('.');
        }
      }
      expect(field.label).not.toMatch(/^[a-z_]+\./);
    }
  });

  it('find accounts by a part of their name, and name those of a link', async () => {
    const { given } = await drawn(useFilters);
    const account = () =>
      given.at(-1)?.find((field) => field.kind === 'multi_search' && field.field === 'accountId') as
        | Extract<FilterField, { search: unknown }>
        | undefined;
    await waitFor(() => expect(account()?.nameOf?.('4')).toBe('Loja Norte'));
    const signal = new AbortController().signal;
    const found = await account()?.search({ search: 'centro', page: 0, limit: 15 }, signal);
    expect(found?.content).toEqual([{ value: '3', label: 'Loja Centro' }]);
  });

  it('name the rules that the list is filtered by', async () => {
    const byRule = {
      field: 'ruleId',
      condition: 'IN',
      value: '8|9',
      logicalOperator: 'AND',
    } as const;
    const { given } = await drawn(() =>
      useNamedRules(useFilters(), { filters: [], where: [byRule] }),
    );
    const nameOf = (value: string) => {
      const rule = given.at(-1)?.find(({ field }) => field === 'ruleId');
      return rule?.kind === 'multi_search' ? rule.nameOf?.(value) : undefined;
    };
    await waitFor(() => expect(nameOf('8')).toBe('Panelas'));
    expect(nameOf('9')).toBeUndefined();
  });

  it('of the history name the ads and the rules that a link came with', async () => {
    const by = (field: string, value: string) =>
      ({ field, condition: 'IN', value, logicalOperator: 'AND' }) as const;
    const asked = { filters: [by('listingId', '5')], where: [by('ruleId', '8')] };
    const { given } = await drawn(() => useNamedAdsAndRules(useHistoryFilters(), asked));
    const nameOf = (name: string, value: string) => {
      const field = given.at(-1)?.find((one) => one.field === name);
      return field?.kind === 'multi_search' ? field.nameOf?.(value) : undefined;
    };
    await waitFor(() => expect(nameOf('listingId', '5')).toBe('Chaleira · MLB5'));
    await waitFor(() => expect(nameOf('ruleId', '8')).toBe('Panelas'));
  });
});

describe('the rows of ads', () => {
  it('have the very same columns and actions each time the page is drawn', async () => {
    const openRule = () => {};
    const { given, again } = await drawn(() => [useColumns(), useRowActions(openRule)] as const);
    const [columns, actions] = given.at(-1) ?? [];
    await again();
    expect(given.at(-1)?.[0]).toBe(columns);
    expect(given.at(-1)?.[1]).toBe(actions);
  });

  it('offer no rule to be made to whoever may only read', async () => {
    const idsFor = async (session: Partial<Session>) => {
      const { given } = await drawn(() => useRowActions(() => {}), session);
      const actionsOf = given.at(-1) as (ad: unknown) => RowAction[];
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

  it('can be ordered by a field once, and each column has a name of its own', async () => {
    const { given } = await drawn(useColumns);
    const columns = given.at(-1) as Column<never>[];
    const orders = columns.flatMap(({ orderBy }) => orderBy ?? []);
    expect(new Set(orders).size).toBe(orders.length);
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
    // A text that is missing would be said by its key.
    expect(columns.filter(({ header }) => /^\w+\.\w/.test(header))).toEqual([]);
  });
});
