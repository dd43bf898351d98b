// From a condition to its announcement: a condition that ends before it has lasted is not announced. Pure.

/** `begins` and `ends` wait to be announced; `holds` was. */
export type Phase = 'begins' | 'holds' | 'ends';

export interface Held {
  phase: Phase;
  /** When the phase began. */
  since: Date;
  /** When it is announced; null: it was. */
  dueAt: Date | null;
}

const MINUTE_MS = 60_000;

/** How long a condition lasts before its beginning, and its end, are announced; `end` null: the end is not announced. */
export interface HoldMinutes {
  begin: number;
  end: number | null;
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

/**
 * The next phase of a condition that holds, or no longer holds, at a moment; null: it is forgotten. A beginning or an end that
 * does not last is forgotten.
 */
export function nextPhase(
  before: Held | null,
  isOn: boolean,
  at: Date,
  { begin, end }: HoldMinutes,
): Held | null {
  switch (before?.phase) {
    case undefined:
      return isOn ? { phase: 'begins', since: at, dueAt: after(at, begin) } : null;
    case 'begins':
      return isOn ? before! : null;
    case 'holds':
      if (isOn) return before!;
      return end === null ? null : { phase: 'ends', since: at, dueAt: after(at, end) };
    case 'ends':
      return isOn ? { phase: 'holds', since: at, dueAt: null } : before!;
  }
}

/** The next phase of a condition that is announced now; null: it is forgotten. */
export const announced = (held: Held): Held | null =>
  held.phase === 'ends' ? null : { ...held, phase: 'holds', dueAt: null };

/** What changed of a listing's content. */
export interface ContentChange {
  before: string;
  after: string;
}

/**
 * The next phase of a content change that was noted, when the content changes (again). One that waits is announced with the first
 * value, and forgotten where the content returns to that. The same change is noted once.
 */
export function nextContentPhase(
  noted: (Held & ContentChange) | null,
  change: ContentChange,
  at: Date,
  minutes: number,
): (Held & ContentChange) | null {
  if (noted !== null && at <= noted.since) return noted;
  if (noted?.phase !== 'begins')
    return { phase: 'begins', since: at, dueAt: after(at, minutes), ...change };
  return change.after === noted.before ? null : { ...noted, after: change.after, since: at };
}
