/**
 * Does something again and again, each time so long after the last was done or failed.
 * @param onFault called for each round that failed; the next one runs all the same
 * @returns ends it: a round under way reports nothing any more
 */
export function repeat(
  everyMs: number,
  round: () => Promise<void>,
  onFault: (fault: unknown) => void,
): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async () => {
    try {
      await round();
    } catch (fault) {
      // Whatever breaks while everything is being stopped is no fault.
      if (!isOver) onFault(fault);
    }
    if (!isOver) wait();
  };
  const wait = () => {
    timer = setTimeout(next, everyMs);
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
