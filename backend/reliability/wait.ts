/** Waits until something holds; throws with its name where that takes longer than `ms`. */
export async function until(
  what: string | (() => string),
  ms: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`Not within ${ms} ms: ${typeof what === 'string' ? what : what()}`);
    await pause(100);
  }
}

export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));
