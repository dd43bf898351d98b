// The sandbox as a separate process. It runs as long as its parent process keeps its standard input open.
import * as z from 'zod';
import { FaultBody } from './control.ts';
import { startSandbox } from './sandbox.ts';
import { DEFAULT_PACE } from './world.ts';

const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

function readJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not JSON' });
    return z.NEVER;
  }
}

const Settings = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_DATA: z.string().min(1).optional(),
  SANDBOX_PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** Where notifications go: below it, by the marketplace's name in routes. */
  SANDBOX_WEBHOOKS_URL: z.url().optional(),
  /** The secrets of notifications, by their names: a JSON object. */
  SANDBOX_SECRETS: z
    .string()
    .default('{}')
    .transform(readJson)
    .pipe(
      z.object({
        amazonWebhookKey: z.string().min(1).optional(),
        shopeePartnerKey: z.string().min(1).optional(),
      }),
    ),
  SANDBOX_SEED: whole(1),
  SANDBOX_EXTRAS: whole(0),
  /** The number of simulated days before the start of a new world. */
  SANDBOX_HISTORY_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  SANDBOX_PACE: z.coerce.number().min(0).max(60_000).default(DEFAULT_PACE),
  SANDBOX_CONTROL_TOKEN: z.string().min(8).optional(),
  SANDBOX_TOKEN_SECONDS: z.coerce.number().int().min(1).default(10_800),
  SANDBOX_RATE_PER_MINUTE: z.coerce.number().int().min(1).default(1_500),
  SANDBOX_LOSS_PERCENT: z.coerce.number().min(0).max(100).default(2),
  SANDBOX_DUPLICATE_PERCENT: z.coerce.number().min(0).max(100).default(1),
  SANDBOX_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Faults from the start: a JSON list. */
  SANDBOX_FAULTS: z.string().default('[]').transform(readJson).pipe(z.array(FaultBody)),
  SANDBOX_AMAZON_TOKEN_SECONDS: z.coerce.number().int().min(1).default(3_600),
  SANDBOX_SHOPEE_TOKEN_SECONDS: z.coerce.number().int().min(1).default(14_400),
  SANDBOX_MAGALU_TOKEN_SECONDS: z.coerce.number().int().min(1).default(7_200),
});

/** `--public-url=x` is `SANDBOX_PUBLIC_URL=x`, and takes precedence over the environment. */
function readArguments(args: readonly string[]): Record<string, string> {
  const pairs = args.flatMap((arg) => {
    const [, name, value] = /^--([a-z-]+)=(.*)$/.exec(arg) ?? [];
    if (name === undefined || value === undefined) return [];
    return [[`SANDBOX_${name.toUpperCase().replaceAll('-', '_')}`, value] as const];
  });
  return Object.fromEntries(pairs);
}

async function readUntilClosed(): Promise<void> {
  const buffer = new Uint8Array(1024);
  while ((await Deno.stdin.read(buffer)) !== null);
}

async function main(): Promise<void> {
  const given = { ...Deno.env.toObject(), ...readArguments(Deno.args) };
  const settings = Settings.parse(
    Object.fromEntries(
      Object.keys(Settings.shape).map((name) => [name, given[name] || undefined] as const),
    ),
  );
  const webhooks = settings.SANDBOX_WEBHOOKS_URL?.replace(/\/+$/, '');
  const webhookOf = (slug: string) => (webhooks === undefined ? null : `${webhooks}/${slug}`);
  const delivery = {
    lossPercent: settings.SANDBOX_LOSS_PERCENT,
    duplicatePercent: settings.SANDBOX_DUPLICATE_PERCENT,
  };
  const { shopeePartnerKey: partnerKey } = settings.SANDBOX_SECRETS;
  const sandbox = await startSandbox({
    hostname: settings.SANDBOX_HOST,
    port: settings.SANDBOX_PORT,
    dataFolder: settings.SANDBOX_DATA ?? null,
    publicUrl: settings.SANDBOX_PUBLIC_URL.replace(/\/+$/, ''),
    webhookUrl: webhookOf('mercadolivre'),
    seed: settings.SANDBOX_SEED,
    extras: settings.SANDBOX_EXTRAS,
    historyDays: settings.SANDBOX_HISTORY_DAYS,
    pace: settings.SANDBOX_PACE,
    controlToken: settings.SANDBOX_CONTROL_TOKEN ?? null,
    tokenSeconds: settings.SANDBOX_TOKEN_SECONDS,
    ratePerMinute: settings.SANDBOX_RATE_PER_MINUTE,
    delivery,
    limited: settings.SANDBOX_LIMITS === 'on',
    faults: settings.SANDBOX_FAULTS,
    amazon: {
      webhookUrl: webhookOf('amazon'),
      webhookKey: settings.SANDBOX_SECRETS.amazonWebhookKey ?? null,
      tokenSeconds: settings.SANDBOX_AMAZON_TOKEN_SECONDS,
      delivery,
    },
    shopee: {
      webhookUrl: webhookOf('shopee'),
      ...(partnerKey !== undefined && { partnerKey }),
      tokenSeconds: settings.SANDBOX_SHOPEE_TOKEN_SECONDS,
      delivery,
    },
    magalu: {
      webhookUrl: webhookOf('magalu'),
      tokenSeconds: settings.SANDBOX_MAGALU_TOKEN_SECONDS,
      delivery,
    },
  });
  // The parent process has ended, and another one may be starting already: it exits at once.
  void readUntilClosed().then(() => Deno.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    Deno.addSignalListener(signal, () => void sandbox.stop().then(() => Deno.exit(0)));
  console.log(`Sandbox ready at ${sandbox.url}`);
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `Its settings are wrong:\n${z.prettifyError(error)}`;
  if (error instanceof Deno.errors.AddrInUse)
    return 'Its port is taken; SANDBOX_PORT names another one.';
  return error instanceof Error ? error.message : String(error);
}

try {
  await main();
} catch (error) {
  console.error(`The sandbox cannot start. ${explain(error)}`);
  Deno.exit(1);
}
