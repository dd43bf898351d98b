// The API over a database of a bench, as its owner calls it.
import type postgres from 'postgres';
import { createApp } from '../../app.ts';
import { allRoutes } from '../../domains.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { toDb } from '../../platform/db.ts';
import { memoryMarketplace } from '../../testing/memory-marketplace.ts';
import { type SeededCompany, testContext } from '../../testing/test-context.ts';
import { benchLog } from '../databases.ts';

/** Serves a company's API; `floor` is answered at `/floor`, with nothing of ours around it. */
export function serveCompany(
  pool: postgres.Sql,
  company: SeededCompany,
  floor: () => Promise<readonly unknown[]>,
) {
  const ctx = {
    ...testContext(toDb(pool), { log: benchLog }),
    clock: () => new Date(),
    marketplaces: marketplacesOf([memoryMarketplace(() => new Date())]),
  };
  const caller = {
    personId: company.personId,
    companyId: company.companyId,
    role: 'owner' as const,
    sessionId: crypto.randomUUID(),
    expiresAt: new Date(Date.now() + 3_600_000),
    opens: null,
  };
  const app = createApp(ctx, allRoutes(ctx, { version: '0.0.0', workersHealthy: () => true }), {
    authenticate: () => Promise.resolve(caller),
    version: '0.0.0',
  });
  const server = Deno.serve(
    { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
    async (request, info) =>
      request.url.endsWith('/floor')
        ? Response.json((await floor())[0])
        : await app.fetch(request, info),
  );
  const base = `http://127.0.0.1:${server.addr.port}`;
  const ask = async (path: string, body?: object): Promise<{ ms: number; text: string }> => {
    const started = performance.now();
    const answer = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return { ms: performance.now() - started, text };
  };
  return { ctx, base, ask, close: () => server.shutdown() };
}
