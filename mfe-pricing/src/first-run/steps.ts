import type { FirstRun } from '@primazia/backend/pricing/contract';

export type Step = 'account' | 'costs' | 'try' | 'activate';

/** The first steps in their order, and which of them are taken. */
export const stepsOf = (facts: FirstRun): readonly { step: Step; isDone: boolean }[] => [
  { step: 'account', isDone: facts.hasAccount && facts.hasListing },
  { step: 'costs', isDone: facts.hasCost },
  { step: 'try', isDone: facts.hasTried },
  { step: 'activate', isDone: facts.hasActiveRule },
];

/** Whether a company has completed the first steps: a rule is active, even if steps were skipped. */
export const isOver = ({ hasActiveRule }: FirstRun): boolean => hasActiveRule;
