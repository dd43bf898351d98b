import { startTransition, useEffect, useState } from 'react';

/** More rows than a tall screen shows. */
const AT_ONCE = 45;
const STEP = 55;

interface Grown {
  question: string;
  count: number;
}

/**
 * How many of a list's rows are drawn: those that can be visible at once, the others right after and some at a time, so
 * that neither the first rendering nor a key waits for rows that are not visible yet.
 * @param total how many rows there are
 * @param question names the question that they answer: another one begins again
 */
export function useGrowing(total: number, question: string): number {
  const [grown, setGrown] = useState<Grown>({ question, count: AT_ONCE });
  const isNew = grown.question !== question || total === 0;
  const count = isNew ? AT_ONCE : grown.count;
  if (isNew && (grown.question !== question || grown.count !== AT_ONCE))
    setGrown({ question, count: AT_ONCE });
  useEffect(() => {
    if (count < total) startTransition(() => setGrown({ question, count: count + STEP }));
  }, [count, total, question]);
  return Math.min(count, total);
}
