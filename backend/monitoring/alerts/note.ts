// Notes which conditions begin and end, in the transaction that recorded them.
import type { BellValues } from '../../kernel/bell.ts';
import type { Trx } from '../../platform/db.ts';
import { type ContentChange, nextContentPhase, nextPhase } from './engine/hold.ts';
import { holdOf } from './kinds.ts';
import { loadAlertSettings } from './settings.ts';
import { type AlertKey, keyOf, lockNoted, type Noted, saveNoted } from './store.ts';

/** A condition begins, or ends. */
export interface ConditionChange extends AlertKey {
  isOn: boolean;
  at: Date;
  /** The values of its announcement: those first noted, and for a failing poll those last noted. */
  facts?: BellValues;
}

/**
 * Notes the changes of conditions of a company's listings and accounts. A condition that holds already does not begin again, so a change may be noted as
 * often as it is observed.
 */
export async function noteConditions(
  trx: Trx,
  companyId: number,
  changes: readonly ConditionChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const before = await lockNoted(trx, companyId, changes);
  // Most conditions that end were never noted.
  if (before.size === 0 && !changes.some(({ isOn }) => isOn)) return;
  const { holdMinutes } = await loadAlertSettings(trx, companyId);
  const after = new Map<string, Noted | null>(before);
  for (const one of changes) {
    const key = keyOf(one);
    const known = after.get(key) ?? null;
    const held = nextPhase(known, one.isOn, one.at, holdOf(one.kind, holdMinutes));
    const { kind, aboutId, subject } = one;
    const isRenewed = kind === 'polling' && held?.phase === 'begins' && one.facts !== undefined;
    const facts = (isRenewed ? one.facts : known?.facts) ?? one.facts ?? {};
    const isSame = held === known && !isRenewed;
    after.set(key, held && (isSame ? known : { ...held, kind, aboutId, subject, facts }));
  }
  await saveDifferences(trx, companyId, before, after);
}

async function saveDifferences(
  trx: Trx,
  companyId: number,
  before: ReadonlyMap<string, Noted>,
  after: ReadonlyMap<string, Noted | null>,
): Promise<void> {
  const written: Noted[] = [];
  for (const [key, noted] of after)
    if (noted !== null && noted !== before.get(key)) written.push(noted);
  const forgotten = [...before].flatMap(([key, noted]) => (after.get(key) === null ? [noted] : []));
  await saveNoted(trx, companyId, { written, forgotten });
}

/** A change of a listing's content. */
export interface NotedContent extends ContentChange {
  listingId: number;
  field: string;
  at: Date;
}

/** Notes changes of listings' content; one that is delivered twice is noted once. */
export async function noteContent(
  trx: Trx,
  companyId: number,
  changes: readonly NotedContent[],
): Promise<void> {
  if (changes.length === 0) return;
  const keyed = changes.map((change) => ({
    ...change,
    key: { kind: 'content', aboutId: change.listingId, subject: change.field } as const,
  }));
  const before = await lockNoted(
    trx,
    companyId,
    keyed.map(({ key }) => key),
  );
  const { holdMinutes } = await loadAlertSettings(trx, companyId);
  const minutes = holdOf('content', holdMinutes).begin;
  const after = new Map<string, Noted | null>(before);
  for (const { key, before: old, after: now, at } of keyed) {
    const known = after.get(keyOf(key)) ?? null;
    const noted = known && {
      ...known,
      before: String(known.facts.before),
      after: String(known.facts.after),
    };
    const next = nextContentPhase(noted, { before: old, after: now }, at, minutes);
    if (next === noted) continue;
    after.set(
      keyOf(key),
      next && {
        ...key,
        phase: next.phase,
        since: next.since,
        dueAt: next.dueAt,
        facts: { before: next.before, after: next.after },
      },
    );
  }
  await saveDifferences(trx, companyId, before, after);
}
