/** A row as it is drawn. */
export interface SteadyRow<Row> {
  row: Row;
  /** It was added or changed by a live update a moment ago. */
  changed: boolean;
  /** The list no longer contains it; it is shown only until the rows may move. */
  gone: boolean;
}

/** The merge of new rows with the visible ones. */
export interface Meeting<Row> {
  rows: Row[];
  /** Rows that came or changed their content. */
  changed: ReadonlySet<string>;
  /** Rows that would appear, disappear or move: not shown yet. */
  waiting: number;
}

export interface Rows<Row> {
  idOf: (row: Row) => string;
  /** Whether a row has another content than before. */
  differs: (before: Row, after: Row) => boolean;
}

/**
 * Merges fresh rows into the visible ones. While the rows are held (the pointer or the focus is on them) each one keeps
 * its place: contents are replaced in place, and rows that would appear, disappear or move wait and are counted.
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
    // On a full page each new row pushes one out: that is one update, not two.
    waiting: Math.max(come, gone) + moved,
  };
}
