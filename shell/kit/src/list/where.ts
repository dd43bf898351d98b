import type { Filter } from '@primazia/backend/kernel/filter';

/** How values are joined on the wire. */
export const JOIN = '|';

/** The maximum of filters in a call. */
const MOST = 30;

/** The rows of the builder as alternatives: AND binds closer than OR. */
function groupsOf(where: readonly Filter[]): Filter[][] {
  const groups: Filter[][] = [];
  for (const row of where) {
    const group = groups.at(-1);
    if (group === undefined || row.logicalOperator === 'OR') groups.push([row]);
    else group.push(row);
  }
  return groups;
}

/**
 * Filters for every row and those of the builder as one list for the wire, which has no brackets: the former are
 * repeated in each alternative.
 */
export function wireFilters(filters: readonly Filter[], where: readonly Filter[]): Filter[] {
  if (where.length === 0) return [...filters];
  return groupsOf(where).flatMap((group, alternative) =>
    [...filters, ...group].map((filter, place) => ({
      ...filter,
      logicalOperator: alternative > 0 && place === 0 ? ('OR' as const) : ('AND' as const),
    })),
  );
}

/** Whether a call takes these filters. */
export const fits = (filters: readonly Filter[], where: readonly Filter[]): boolean =>
  wireFilters(filters, where).length <= MOST;
