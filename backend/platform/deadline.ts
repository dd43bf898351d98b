// Ends of times that nearly nobody reaches: of a request's body, of its answer. Those that wait equally long are
// late in the order in which they began, so one timer minds them all; a timer for each costs more than the rest of it.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting {
  at: number;
  ring: () => void;
}

/** Those that wait equally long. */
interface Line {
  waiting: Set<Waiting>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const lines = new Map<number, Line>();

function mind(line: Line): void {
  const [first] = line.waiting;
  if (first === undefined) return;
  const left = Math.max(1, Math.ceil(first.at - performance.now()));
  line.timer = setTimeout(() => ringLate(line), left);
}

function ringLate(line: Line): void {
  const now = performance.now();
  line.timer = undefined;
  const late: Waiting[] = [];
  for (const one of line.waiting) {
    if (one.at > now) break;
    late.push(one);
    line.waiting.delete(one);
  }
  mind(line);
  for (const { ring } of late) ring();
}

/**
 * Rings once `ms` have passed, unless it is called off before. There should be few different times.
 * @returns calls it off; always to be called when what was waited for is over
 */
export function deadline(ms: number, ring: () => void): () => void {
  const line = lines.get(ms) ?? { waiting: new Set<Waiting>(), timer: undefined };
  lines.set(ms, line);
  // The timer was begun by somebody else's request: what rings belongs to the one that waits.
  const one = { at: performance.now() + ms, ring: AsyncLocalStorage.bind(ring) };
  line.waiting.add(one);
  if (line.timer === undefined) mind(line);
  return () => {
    line.waiting.delete(one);
    if (line.waiting.size > 0) return;
    clearTimeout(line.timer);
    line.timer = undefined;
  };
}
