// Many small ends into few transactions: what comes while one is under way makes up the next.

interface Waiting<T> {
  item: T;
  settle: () => void;
  refuse: (fault: unknown) => void;
}

/**
 * Gathers items and works those together that come within `ms` of the first, or while others are worked. Where several
 * together fail each is tried alone, so that none fails for the fault of another.
 * @param work works items in one go; what it did of them is undone where it throws
 * @returns takes an item, and ends when it is worked
 */
export function gathering<T>(
  ms: number,
  work: (items: readonly T[]) => Promise<void>,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let isAtWork = false;

  async function workAll(some: readonly Waiting<T>[]): Promise<void> {
    try {
      await work(some.map(({ item }) => item));
      for (const one of some) one.settle();
    } catch (fault) {
      if (some.length === 1) some[0]!.refuse(fault);
      else for (const one of some) await workAll([one]);
    }
  }

  async function run(): Promise<void> {
    isAtWork = true;
    await new Promise((resolve) => setTimeout(resolve, ms));
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await workAll(some);
    }
    isAtWork = false;
  }

  return (item) =>
    new Promise((settle, refuse) => {
      waiting.push({ item, settle, refuse });
      if (!isAtWork) void run();
    });
}
