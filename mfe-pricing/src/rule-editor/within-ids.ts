import type { Filter } from '@primazia/backend/kernel/filter';

/** A value of a filter takes 2,000 letters. */
const MOST_LETTERS = 2_000;

/** Ids joined for `IN`, in as few values as hold them. */
function joined(ids: readonly number[]): string[] {
  const values: string[] = [];
  for (const id of ids) {
    const last = values.at(-1);
    const more = `${last}|${id}`;
    if (last === undefined || more.length > MOST_LETTERS) values.push(String(id));
    else values[values.length - 1] = more;
  }
  return values;
}

/** The parts of a filter that are joined by OR; AND binds closer. */
function partsOf(filters: readonly Filter[]): Filter[][] {
  const parts: Filter[][] = [[]];
  for (const [place, filter] of filters.entries()) {
    if (place > 0 && filter.logicalOperator === 'OR') parts.push([]);
    parts.at(-1)?.push(filter);
  }
  return parts;
}

/** What the filters say, and of that only the things with one of the ids; there is at least one. */
export function withinIds(filters: readonly Filter[], ids: readonly number[]): Filter[] {
  return partsOf(filters).flatMap((part) =>
    joined(ids).flatMap((value): Filter[] => [
      { field: 'id', condition: 'IN', value, logicalOperator: 'OR' },
      ...part.map((filter) => ({ ...filter, logicalOperator: 'AND' as const })),
    ]),
  );
}
