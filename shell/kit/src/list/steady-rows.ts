/** A row as it is drawn. */
export interface SteadyRow<Row> {
  row: Row;
  /** It was added or changed by a live update a moment ago. */
  changed: boolean;
  /** The list does not hold it any more; it stands only until the rows may move. */
  gone: boolean;
}

/** How new rows meet those in sight. */
export interface Meeting<Row> {
  rows: Row[];
  /** Rows that came or changed their content. */
  changed: ReadonlySet<string>;
  /** Rows that would come, go or move: not shown yet. */
  waiting: number;
}

export interface Rows<Row> {
  idOf: (row: Row) => string;
  /** Whether a row says something else than before. */
  differs: (before: Row, after: Row) => boolean;
}

/**
 * Brings fresh rows under the eyes of a person. While the rows are held (the pointer or the focus is on them) each one
 * keeps its place: contents are replaced where they stand, and what would come, go or move waits and is counted.
 */
export function meet<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  held: boolean,
  { idOf, differs }: Rows<Row>,
): Meeting<Row> {
  const before = new Map(shown.map((row) => [idOf(row), row]));
  const after = new Map(fresh.map((row) => [idOf(row), row]));
  const isChanged = (id: string, row: Row) => {
    const old = before.get(id);
    return old === undefined || differs(old, row);
  };
  const changed = new Set<string>();
  for (const [id, row] of after) if (isChanged(id, row)) changed.add(id);
  if (!held) return { rows: [...fresh], changed, waiting: 0 };

  const come = fresh.filter((row) => !before.has(idOf(row))).length;
  const gone = shown.filter((row) => !after.has(idOf(row))).length;
  const stayedBefore = shown.map(idOf).filter((id) => after.has(id));
  const stayedAfter = fresh.map(idOf).filter((id) => before.has(id));
  const moved = stayedBefore.filter((id, place) => stayedAfter[place] !== id).length;
  return {
    rows: shown.map((row) => after.get(idOf(row)) ?? row),
    changed,
    // On a page that is full each row that comes pushes one out: that is one update, not two.
    waiting: Math.max(come, gone) + moved,
  };
}
