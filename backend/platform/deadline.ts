// Deadlines that are rarely reached: of a request's body, of its answer. Deadlines of equal length expire in the order in
// which they began, so one timer serves all of them; one timer each would cost more than the rest of it.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting {
  at: number;
  onExpire: () => void;
}

/** Deadlines of equal length. */
interface Line {
  waiting: Set<Waiting>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const lines = new Map<number, Line>();

function startTimer(line: Line): void {
  const [first] = line.waiting;
  if (first === undefined) return;
  const left = Math.max(1, Math.ceil(first.at - performance.now()));
  line.timer = setTimeout(() => expireDue(line), left);
}

function expireDue(line: Line): void {
  const now = performance.now();
  line.timer = undefined;
  const late: Waiting[] = [];
  for (const one of line.waiting) {
    if (one.at > now) break;
    late.push(one);
    line.waiting.delete(one);
  }
  startTimer(line);
  for (const { onExpire } of late) onExpire();
}

/**
 * Calls back after `ms`, unless it is cancelled before. There should be few different durations.
 * @returns cancels it; always to be called when the awaited work ends
 */
export function deadline(ms: number, onExpire: () => void): () => void {
  const line = lines.get(ms) ?? { waiting: new Set<Waiting>(), timer: undefined };
  lines.set(ms, line);
  // The timer was started in another request's context: the callback has to run in that of its own request.
  const one = { at: performance.now() + ms, onExpire: AsyncLocalStorage.bind(onExpire) };
  line.waiting.add(one);
  if (line.timer === undefined) startTimer(line);
  return () => {
    line.waiting.delete(one);
    if (line.waiting.size > 0) return;
    clearTimeout(line.timer);
    line.timer = undefined;
  };
}
