import { type RuleRow, setRuleStatus } from '@primazia/backend/pricing/contract';
import { type Api, ApiError } from '@primazia/kit';
import type { NewStatus } from './use-rule-status.ts';

/** The number of concurrent requests. */
const LANES = 4;

export interface Refused {
  rule: RuleRow;
  error: ApiError;
}

/** Whether a rule can get a status: an archived one stays archived, and the present status is no change. */
export const maySetStatus = ({ status }: Pick<RuleRow, 'status'>, to: NewStatus): boolean =>
  status !== 'archived' && status !== to;

/**
 * Gives many rules another status, one by one: a refusal of one does not stop the others.
 * @param onProgress called after each with the number that is done
 * @returns those that were refused, with the reasons
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
