// The question of a page: a range of days, and the marketplaces and accounts of its figures. It is kept in the address.
import type { IndicatorFilters } from '@primazia/backend/insights/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod';
import { PRESETS, type Range, rangeOf, USUAL } from './range.ts';

const Day = z.iso.date();
const ids = z.array(z.int().positive()).min(1).max(200).optional().catch(undefined);

/** The part of the address with the question; invalid values are left out. */
export const QuestionSearch = z.looseObject({
  // The router reads `range=15` as a number.
  range: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.enum(PRESETS))
    .optional()
    .catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  compare: z.literal('none').optional().catch(undefined),
  marketplaces: ids,
  accounts: ids,
});
export type QuestionSearch = z.infer<typeof QuestionSearch>;

export interface Question {
  range: Range;
  compare: 'previous' | 'none';
  filters: IndicatorFilters;
}

/** The question of an address; the 30 days up to yesterday where it names none. */
export function questionOf(search: QuestionSearch, now: Date): Question {
  const { range, from, to, compare, marketplaces, accounts } = search;
  const own =
    from !== undefined && to !== undefined && from <= to ? { preset: null, from, to } : null;
  return {
    range: own ?? rangeOf(range ?? USUAL, now),
    compare: compare ?? 'previous',
    filters: {
      ...(marketplaces && { marketplaceIds: marketplaces }),
      ...(accounts && { accountIds: accounts }),
    },
  };
}

/** The question of the page's address; the same object until it changes. */
export function useQuestion(): Question {
  const { range, from, to, compare, marketplaces, accounts } = useSearch({
    strict: false,
  }) as QuestionSearch;
  const day = new Date().toDateString();
  return useMemo(
    () => questionOf({ range, from, to, compare, marketplaces, accounts }, new Date(day)),
    [range, from, to, compare, marketplaces, accounts, day],
  );
}

/** Changes parts of the address; undefined removes a parameter. */
export function useSetQuestion(): (part: Record<string, unknown>) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...part }),
      replace: true,
    });
}
