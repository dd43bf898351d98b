// The product under the bench, in a separate process: composed as in `main.ts`, without pages and without starting the
// database or the sandbox. The measuring process does not share its event loop.
import * as z from 'zod';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { seed } from '../../seed.ts';
import { createServices, openApi, startServices } from '../../services.ts';
import { createStops } from '../../start/stops.ts';

const VERSION = '0.0.0';

const Settings = z.object({
  BENCH_OWNER_URL: z.string(),
  BENCH_APP_URL: z.string(),
  BENCH_SANDBOX_URL: z.string(),
  BENCH_PORT: z.string(),
  BENCH_PASSWORD: z.string(),
  BENCH_WEBHOOK_KEY: z.string(),
});

const randomKey = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();

const settings = Settings.parse(Deno.env.toObject());
const databaseUrl = settings.BENCH_APP_URL;
const ownerUrl = settings.BENCH_OWNER_URL;
const config = readConfig(
  {
    PORT: settings.BENCH_PORT,
    SANDBOX: 'on',
  },
  {
    jwtSecret: randomKey(),
    vaultKey: randomKey(),
    databaseAppPassword: '',
    postgresPassword: '',
    demoPassword: settings.BENCH_PASSWORD,
  },
  (path) => path,
);
const log = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'warn',
});
const place = {
  environment: {
    MELI_CALLS_PER_MINUTE: '0',
    AMAZON_RATE_LIMITS: 'off',
    AMAZON_WEBHOOK_KEY: settings.BENCH_WEBHOOK_KEY,
  },
  publicUrl: config.publicUrl,
  sandboxUrl: settings.BENCH_SANDBOX_URL,
  secrets: {},
};
const stops = createStops((message, error, fields) => log.error(message, error, fields));
const furnished = await createServices({ config, place, databaseUrl, ownerUrl, log, stops });
const { ctx } = furnished;
await seed(ctx, ownerUrl);
const workersHealthy = await startServices(furnished, { databaseUrl, stops });
const { app, live } = await openApi(ctx, databaseUrl, { version: VERSION, workersHealthy });
const server = Deno.serve(
  { hostname: '127.0.0.1', port: config.port, onListen: () => undefined },
  app.fetch,
);
console.log(`Installation ready at http://127.0.0.1:${server.addr.port}`);

// Closed when the bench is through with us, or gone.
for await (const _ of Deno.stdin.readable);
await Promise.all([server.shutdown(), live.close()]);
await stops.run();
Deno.exit(0);
