import type { LiveHub } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { StartError } from './errors.ts';
import type { Exit } from './exit.ts';

/** What answers under way may take when the process stops, in milliseconds. */
const GRACE = 2_000;

export interface Listening {
  /** What holds connections open beyond their answer; null: nothing does. */
  live: LiveHub | null;
  log: Log;
  exit: Exit;
  /** The setting that names the port. */
  setting?: string;
}

/** Serves on all addresses of this machine. */
export function listen(
  handle: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
  port: number,
  { live, log, exit, setting = 'PORT' }: Listening,
): void {
  const impatient = new AbortController();
  let server: Deno.HttpServer;
  try {
    server = Deno.serve(
      {
        port,
        hostname: '0.0.0.0',
        signal: impatient.signal,
        onListen: () => undefined,
        // What not even the application could make an answer of.
        onError(error) {
          log.error('a request could not be answered', error);
          return new Response(null, { status: 500 });
        },
      },
      handle,
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StartError(
      `Port ${port} is taken by another program. Stop it, or choose another port with the setting ${setting}.`,
    );
  }
  exit.stops.add(setting === 'PORT' ? 'HTTP' : `HTTP (${setting})`, async () => {
    const timer = setTimeout(() => impatient.abort(), GRACE);
    // Aborted once it is closed, the server throws.
    const shut = server.shutdown().finally(() => clearTimeout(timer));
    // A page that is connected live would keep the server open for ever.
    await Promise.all([shut, live?.close()]);
  });
}
