/** A hidden page is not painted: its callbacks run after this time at the latest, in ms. */
const UNPAINTED_MS = 250;

/**
 * Runs a callback after the next paint.
 * @returns cancels it
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      run();
    }, ms);
  };
  wait(UNPAINTED_MS);
  // The frame is painted after its callbacks.
  frame = requestAnimationFrame(() => wait(0));
  return stop;
}
