import type { Locale } from '@primazia/backend/kernel/id';
import type { Problem } from '@primazia/backend/kernel/problem';
import { ApiError } from '../src/api/error.ts';

/** The error that a call throws when the API refuses it with a problem of a domain: `refusal(problem('rule_changed'))`. */
export const refusal = (problem: Problem, locale: Locale = 'pt'): ApiError => {
  const { code, status, entry, more } = problem;
  return new ApiError('problem', {
    status,
    code,
    text: problem.textIn(locale),
    level: entry.level,
    remedy: entry.remedy,
    detail: more.detail,
    faults: more.faults,
    values: more.values,
  });
};
