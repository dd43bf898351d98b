/** Processes the items in order with limited concurrency; the results have the order of the items. */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const entries = items.entries();
  // All lanes draw from one iterator: a free lane takes the next item.
  const lane = async () => {
    for (const [index, item] of entries) answers[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the condition holds. False: it did not hold within `ms`. */
export async function waitFor(
  ms: number,
  everyMs: number,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const end = performance.now() + ms;
  while (!(await ask())) {
    if (performance.now() > end) return false;
    await pause(everyMs);
  }
  return true;
}
