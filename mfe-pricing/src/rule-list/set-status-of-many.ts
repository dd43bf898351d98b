import { type RuleRow, setRuleStatus } from '@primazia/backend/pricing/contract';
import { type Api, ApiError } from '@primazia/kit';
import type { NewStatus } from './use-rule-status.ts';

/** So many are changed at a time. */
const LANES = 4;

export interface Refused {
  rule: RuleRow;
  error: ApiError;
}

/** What may be done with a rule: one that is archived stays so, and what is said already needs no saying. */
export const maySetStatus = ({ status }: Pick<RuleRow, 'status'>, to: NewStatus): boolean =>
  status !== 'archived' && status !== to;

/**
 * Gives many rules another status, one by one: what cannot be done with one does not hold up the others.
 * @param onProgress called after each with the number that is done
 * @returns those that were refused, with why
 */
export async function setStatusOfMany(
  api: Pick<Api, 'call'>,
  rules: readonly RuleRow[],
  status: NewStatus,
  onProgress: (done: number) => void,
): Promise<Refused[]> {
  const refused: Refused[] = [];
  const waiting = [...rules];
  let done = 0;
  const lane = async () => {
    for (let rule = waiting.shift(); rule !== undefined; rule = waiting.shift()) {
      try {
        const { id: ruleId, version } = rule;
        await api.call(setRuleStatus, { params: { ruleId }, body: { status, version } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ rule, error });
      }
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return refused;
}
