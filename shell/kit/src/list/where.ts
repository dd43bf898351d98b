import type { Filter } from '@primazia/backend/kernel/filter';

/** How values are joined on the wire. */
export const JOIN = '|';

/** So many filters a call takes. */
const MOST = 30;

/** The rows of the builder as what holds together: AND binds closer than OR. */
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
 * What holds for every row and the rows of the builder as one list for the wire, which knows no brackets: what holds
 * for every row is said again in each alternative.
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

/** Whether a call takes so many. */
export const fits = (filters: readonly Filter[], where: readonly Filter[]): boolean =>
  wireFilters(filters, where).length <= MOST;
