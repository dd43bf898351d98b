import type { LiveHub } from '../platform/live.ts';
import { StartError } from './errors.ts';
import type { Exit } from './exit.ts';

/** What answers under way may take when the process stops, in milliseconds. */
const GRACE = 2_000;

/** Serves on all addresses of this machine. */
export function listen(
  handle: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
  port: number,
  live: LiveHub,
  exit: Exit,
): void {
  const impatient = new AbortController();
  let server: Deno.HttpServer;
  try {
    server = Deno.serve(
      { port, hostname: '0.0.0.0', signal: impatient.signal, onListen: () => undefined },
      handle,
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StartError(
      `Port ${port} is taken by another program. Stop it, or choose another port with the setting PORT.`,
    );
  }
  exit.stops.add('HTTP', async () => {
    const timer = setTimeout(() => impatient.abort(), GRACE);
    // A page that is connected live would keep the server open for ever.
    await Promise.all([server.shutdown(), live.close()]);
    clearTimeout(timer);
  });
}
