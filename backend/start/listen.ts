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
  let server: Deno.HttpServer;
  try {
    server = Deno.serve(
      {
        port,
        hostname: '0.0.0.0',
        onListen: () => undefined,
        // What not even the application could make an answer of.
        onError(error) {
          log.error('Request could not be answered', error);
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
    const late = new Promise<void>((resolve) => setTimeout(resolve, GRACE));
    // A live connection would keep the server open for ever; longer requests end with the process.
    await Promise.race([Promise.all([server.shutdown(), live?.close()]), late]);
  });
}
