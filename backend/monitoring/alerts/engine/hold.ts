// From what holds at a moment to what is announced: a thing that passes before it has lasted is not announced. Pure.

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

/** How long a thing lasts before its beginning is announced, and its end; `end` null: the end is not announced. */
export interface HoldMinutes {
  begin: number;
  end: number | null;
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

/**
 * What becomes of a thing that holds, or no longer holds, at a moment; null: nothing is known of it any more. A beginning that
 * passes is forgotten, and so is an end.
 */
export function turn(
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

/** What becomes of what is announced now; null: nothing is known of it any more. */
export const announced = (held: Held): Held | null =>
  held.phase === 'ends' ? null : { ...held, phase: 'holds', dueAt: null };

/** What changed of a listing's content. */
export interface ContentChange {
  before: string;
  after: string;
}

/**
 * What becomes of a content's change that was noted when it changes (again): one that waits is announced with what was there
 * first, and forgotten where that is there again. A change that was noted before is noted once.
 */
export function turnContent(
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
