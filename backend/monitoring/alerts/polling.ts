// Whether the markets of an account can be polled. Pure.
import type { CallFailure } from '../../integrations/marketplace.ts';
import type { Result } from '../../kernel/result.ts';
import type { ConditionChange } from './note.ts';
import type { Noted } from './store.ts';

/** A poll that fails this long after the first failure proves that it was no short failure. */
export const PROOF_MS = 30 * 60_000;

/** Failures of the account or its marketplace; an ended authorization is reported separately. */
const FAILING: readonly CallFailure['kind'][] = ['unavailable', 'forbidden'];

/** What the answers of one account show; null: neither. */
export function pollingCondition(
  accountId: number,
  answers: readonly Result<unknown, CallFailure>[],
  at: Date,
): ConditionChange | null {
  const key = { kind: 'polling', aboutId: accountId, subject: '', at } as const;
  if (answers.some(({ ok }) => ok)) return { ...key, isOn: false };
  const isFailing =
    answers.length > 0 && answers.every((one) => !one.ok && FAILING.includes(one.error.kind));
  return isFailing ? { ...key, isOn: true, facts: { lastAt: at.toISOString() } } : null;
}

/** Whether an alert may be announced: a failing poll, where others failed long after the first. */
export const isProven = ({ kind, phase, since, facts }: Noted): boolean =>
  kind !== 'polling' ||
  phase === 'ends' ||
  Date.parse(String(facts.lastAt)) - since.getTime() >= PROOF_MS;
