/**
 * Repeats work, each time with a pause after its end or failure.
 * @param onFault called for each failed round; the next one runs anyway
 * @returns stops it: a running round reports nothing any more
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
      // Errors while everything is being stopped are expected.
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
