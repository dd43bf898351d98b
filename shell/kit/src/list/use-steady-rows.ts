import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { meet, type Rows, type SteadyRow } from './steady-rows.ts';

/** How long a row is marked after a live update. */
const MARK_MS = 2_500;
/** For how long the actions of a changed row cannot be pressed: the pointer may be on another one by now. */
const GUARD_MS = 500;

interface Shown<Row> {
  question: string;
  source: readonly Row[];
  rows: readonly Row[];
  waiting: number;
  marks: ReadonlyMap<string, number>;
}

interface Steady<Row> {
  rows: SteadyRow<Row>[];
  /** How many rows wait to appear, disappear or move. */
  waiting: number;
  /** Shows the rows that wait. */
  show: () => void;
  /** The pointer or the focus came to the rows, or left them. */
  hold: (held: boolean) => void;
  /** Whether a press would hit something unintended: a changed row, or one that is gone. */
  isSettling: (id: string) => boolean;
}

/**
 * The rows to render. `question` names the call (page, filters, …): another question shows its rows at once, a refetch
 * of the same one never moves a row under the pointer.
 */
export function useSteadyRows<Row>(
  fresh: readonly Row[],
  question: string,
  rows: Rows<Row>,
): Steady<Row> {
  const held = useRef(false);
  const [shown, setShown] = useState<Shown<Row>>({
    question,
    source: fresh,
    rows: fresh,
    waiting: 0,
    marks: new Map(),
  });

  if (shown.question !== question) {
    setShown({ question, source: fresh, rows: fresh, waiting: 0, marks: new Map() });
  } else if (shown.source !== fresh) {
    setShown(bring(shown, fresh, held.current));
  }

  function bring(before: Shown<Row>, next: readonly Row[], isHeld: boolean): Shown<Row> {
    const met = meet(before.rows, next, isHeld, rows);
    const now = Date.now();
    const marks = new Map([...before.marks].filter(([, since]) => now - since < MARK_MS));
    for (const id of met.changed) marks.set(id, now);
    return { question, source: next, rows: met.rows, waiting: met.waiting, marks };
  }

  useEffect(() => {
    if (shown.marks.size === 0) return;
    const timer = setTimeout(() => setShown((now) => ({ ...now, marks: new Map() })), MARK_MS);
    return () => clearTimeout(timer);
  }, [shown.marks]);

  const show = () => setShown((now) => ({ ...now, rows: now.source, waiting: 0 }));
  const hold = useCallback((isHeld: boolean) => {
    held.current = isHeld;
    if (!isHeld) {
      setShown((now) => (now.waiting === 0 ? now : { ...now, rows: now.source, waiting: 0 }));
    }
  }, []);

  const { idOf } = rows;
  const present = useMemo(() => new Set(shown.source.map(idOf)), [shown.source, idOf]);
  // Referentially stable until a row changes, so that the table keeps its models.
  const steady = useMemo(
    () =>
      shown.rows.map((row) => {
        const id = idOf(row);
        return { row, changed: present.has(id) && shown.marks.has(id), gone: !present.has(id) };
      }),
    [shown.rows, shown.marks, present, idOf],
  );
  return {
    rows: steady,
    waiting: shown.waiting,
    show,
    hold,
    isSettling: (id) => !present.has(id) || Date.now() - (shown.marks.get(id) ?? 0) < GUARD_MS,
  };
}
