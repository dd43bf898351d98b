import type { WSContext } from 'hono/ws';
import type { LiveEvent } from './contract.ts';
import type { Caller } from './http.ts';

const CLOSE_SLOW = 4408;
/** A client that does not read is disconnected beyond this many buffered bytes: it refetches when it reconnects. */
const MAX_BUFFERED = 1024 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A page that is connected. */
export class LiveClient {
  /** Null until the first valid token. */
  caller: Caller | null = null;
  token = '';
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly socket: WSContext<WebSocket>,
    /** Where the page is shown; null: it is one of ours, or none. */
    readonly foreign: string | null,
    private readonly onLeft: (client: LiveClient) => void,
  ) {}

  /** Does something later, unless the page has left, or the timers were cleared, by then. */
  after(ms: number, action: () => void): void {
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        action();
      },
      Math.min(Math.max(ms, 0), MAX_TIMER_MS),
    );
    this.timers.add(timer);
  }

  /** Cancels everything that was planned with `after`. */
  clearTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  send(message: LiveEvent | { type: 'ready' }): void {
    const { raw } = this.socket;
    if (raw && raw.bufferedAmount > MAX_BUFFERED) {
      this.drop(CLOSE_SLOW, 'too slow');
      return;
    }
    this.socket.send(JSON.stringify(message));
  }

  /** The connection is over. */
  leave(): void {
    this.onLeft(this);
    this.clearTimers();
  }

  drop(code: number, reason: string): void {
    this.leave();
    this.socket.close(code, reason);
  }
}
