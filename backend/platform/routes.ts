import { sql } from 'kysely';
import type * as z from 'zod';
import { API_VERSION } from '../kernel/api-version.ts';
import { problem } from '../kernel/problems.ts';
import type { AppContext } from './app-context.ts';
import { type Health, health, ready, reportIncident, site } from './contract.ts';
import { within } from './db.ts';
import { type Route, route } from './http.ts';
import { createIncidents } from './incidents.ts';

export interface HealthOptions {
  version: string;
  /** Whether the workers of this process, if it has any, reach their queues. */
  workersHealthy(): boolean;
}

/** A request for health waits no longer than this for the database. */
const PATIENCE_MS = 2_000;

async function inTime(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([
      work.then(
        () => true,
        // An unreachable database is an answer here, not an error.
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The endpoints of every process, whatever its role. */
export function routes(ctx: AppContext, options: HealthOptions): Route[] {
  const ask = (query: ReturnType<typeof sql>) =>
    inTime(within(ctx.db, { system: true }, (trx) => query.execute(trx)));

  async function read() {
    const [database, queues] = await Promise.all([
      // Refused by a standby, and where the database takes no writes for another reason.
      ask(sql`set transaction read write`),
      ask(sql`select 1 from pgboss.queue limit 1`),
    ]);
    return { database, jobs: queues && options.workersHealthy() };
  }

  const record = createIncidents(ctx);

  return [
    route(health, async (): Promise<z.infer<typeof Health>> => {
      const { database, jobs } = await read();
      const works = database && jobs ? 'ok' : 'degraded';
      const status = ctx.config.maintenance ? 'maintenance' : works;
      return { status, version: options.version, database, jobs };
    }),
    // A process accepts requests only after the migration, so that is not checked here.
    route(ready, async () => {
      const { database, jobs } = await read();
      if (!database || !jobs) {
        throw problem('service_not_available', { detail: database ? 'No queues' : 'No database' });
      }
      return { ready: true as const };
    }),
    route(reportIncident, async ({ actor, body }) => ({ recorded: record(actor, body) })),
    route(site, async () => {
      const { environment, helpUrl, moduleOrigins, signIn } = ctx.config;
      return {
        environment,
        api: API_VERSION,
        helpUrl,
        signIn: signIn.providers.map(({ id, name }) => ({ id, name })),
        moduleOrigins: [...moduleOrigins],
      };
    }),
  ];
}
