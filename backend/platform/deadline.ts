// Deadlines that are rarely reached: of a request's body, of its answer. Deadlines of equal length expire in the order in
// which they began, so one timer serves all of them; one timer each would cost more than the rest of it.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting {
  at: number;
  ring: () => void;
}

/** Deadlines of equal length. */
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
 * Calls back after `ms`, unless it is cancelled before. There should be few different durations.
 * @returns cancels it; always to be called when the awaited work ends
 */
export function deadline(ms: number, ring: () => void): () => void {
  const line = lines.get(ms) ?? { waiting: new Set<Waiting>(), timer: undefined };
  lines.set(ms, line);
  // The timer was started in another request's context: the callback has to run in that of its own request.
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
