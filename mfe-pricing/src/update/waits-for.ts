import type { ExplanationLine, PriceUpdate } from '@primazia/backend/pricing/contract';

/** Why a price update may wait for a person: because of its rule, or because a guard held it. */
export type WaitsFor =
  | 'approval'
  | 'no_minimum'
  | 'large_step'
  | 'large_day_move'
  | 'cheaper_elsewhere';

/** Lines of an explanation that say why a price waits. */
const LINES: Readonly<Record<string, WaitsFor>> = {
  'outcome.waits_without_minimum': 'no_minimum',
  'guard.large_step': 'large_step',
  'guard.large_day_move': 'large_day_move',
  'guard.waits_for_parity': 'cheaper_elsewhere',
};

const waitsOf = ({ step, code }: Pick<ExplanationLine, 'step' | 'code'>) =>
  LINES[`${step}.${code}`] ?? null;

/** Why an update waits for a person: what a guard held first, else what its rule says; null: it does not wait. */
export function waitsFor({
  state,
  explanation,
}: Pick<PriceUpdate, 'state' | 'explanation'>): WaitsFor | null {
  if (state !== 'pending') return null;
  const held = explanation.find((line) => line.step === 'guard' && waitsOf(line) !== null);
  const line = held ?? explanation.find((one) => waitsOf(one) !== null);
  return line === undefined ? 'approval' : waitsOf(line);
}
