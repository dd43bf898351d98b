// The settings as they stand in the environment: what each may be, and what is said of one that is wrong.
import * as z from 'zod';
import { parseNetworks } from './client-address.ts';
import { SiteEnvironment } from './contract.ts';
import { readProviders } from './sign-in-settings.ts';

/** A setting is wrong. The message names each one, says what is wrong and how to cure it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Where sellers are taught their trade, free of charge and in Portuguese. */
const TRAINING = 'https://vendedores.mercadolivre.com.br';
/** The stores that Amazon's North America host serves. */
const AMAZON_STORES = {
  BR: 'A2Q3Y263D00KWC',
  US: 'ATVPDKIKX0DER',
  CA: 'A2EUQ1WTGCTBG2',
  MX: 'A1AM78C64UM0Y8',
};

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port number' })
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, { error: 'must be between 1 and 65535' });

function isEscaped({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const address = (protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      abort: true,
    })
    // Whoever connects there decodes them.
    .refine((value) => isEscaped(new URL(value)), {
      error: 'has a % in its user or password that is no escape: write it as %25',
    });

const isVaultKey = (value: string) => {
  try {
    return atob(value).length === 32;
  } catch {
    return false;
  }
};

function areNetworks(text: string): boolean {
  try {
    parseNetworks(text);
    return true;
  } catch {
    return false;
  }
}

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' });

const days = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number of days' })
    .transform(Number)
    .refine((value) => value >= 31, { error: 'must be at least 31 days' })
    .default(fallback);

const long = (length: number) =>
  z.string().refine((value) => new TextEncoder().encode(value).length >= length, {
    error: `must have at least ${length} bytes; leave it out to have one made`,
  });

const isOrigin = (value: string) => new URL(value).pathname === '/' && !/[?#]/.test(value);

/** Addresses with commas between them. */
const listed = (text: string) => text.split(',').map((entry) => entry.trim());

const isModuleOrigin = (value: string) =>
  URL.canParse(value) &&
  new URL(value).origin === value &&
  (value.startsWith('https://') || isLocal(value));
/** Only whoever develops a module has it here. */
const isLocal = (value: string) => /^http:\/\/localhost(:\d+)?$/.test(value);

const Environment = z.object({
  PORT: port.default(8080),
  PRIMAZIA_DATA: z.string().default('.primazia'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  PRIMAZIA_ROLE: z
    .enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' })
    .default('all'),
  SANDBOX: onOrOff.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, { error: 'must have at least 16 characters, and no spaces' })
    .optional(),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' })
    .default('info'),
  PRIMAZIA_MAINTENANCE: onOrOff.default('off'),
  PRIMAZIA_ENVIRONMENT: z
    .enum(SiteEnvironment.options, { error: 'must be production, stage or development' })
    .default('production'),
  HELP_URL: address(['https:']).default(TRAINING),
  MODULE_ORIGINS: z
    .string()
    .transform(listed)
    .refine((origins) => origins.every(isModuleOrigin), {
      error: 'must be https origins with commas between: https://modules.example',
    })
    .optional(),
  OIDC_LINK_BY_EMAIL: z
    .enum(['invited', 'everybody'], { error: 'must be invited or everybody' })
    .default('invited'),
  MODULES_DIR: z.string().optional(),
  DEPLOY_KEY: z
    .string()
    .regex(/^\S{24,}$/, { error: 'must have at least 24 characters, and no spaces' })
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(areNetworks, {
      error: 'must be addresses or networks with commas between: 10.0.0.0/8, 192.0.2.7',
    })
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, {
      error: 'must be an e-mail address, or a name with one: Primazia <prices@primazia.example>',
    })
    .optional(),
  RETENTION_SNAPSHOT_DAYS: days(90),
  RETENTION_UPDATE_DAYS: days(730),
  RETENTION_NOTIFICATION_DAYS: days(180),
  RETENTION_AUDIT_DAYS: days(730),
  PUBLIC_URL: address(['http:', 'https:'])
    // Checked besides the address itself, which may be none.
    .refine((value) => !URL.canParse(value) || isOrigin(value), {
      error: 'must be an origin without a path, such as https://primazia.example',
    })
    .optional(),
  JWT_SECRET: long(32).optional(),
  VAULT_KEY: z
    .string()
    .refine(isVaultKey, { error: 'must be 32 bytes in base64; leave it out to have one made' })
    .optional(),
  VAULT_KEYS_EARLIER: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every(isVaultKey), {
      error: 'must be keys of 32 bytes in base64, with a comma between them',
    })
    .optional(),
  DATABASE_APP_PASSWORD: long(12).optional(),
  POSTGRES_PASSWORD: long(12).optional(),
  DEMO_PASSWORD: long(8).optional(),
  MELI_CLIENT_ID: z.string().optional(),
  MELI_CLIENT_SECRET: z.string().optional(),
  MELI_BASE_URL: address(['http:', 'https:']).optional(),
  MELI_CALLS_PER_MINUTE: z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a number of calls; 0 for any number' })
    .transform(Number)
    .default(1_500),
  AMAZON_CLIENT_ID: z.string().optional(),
  AMAZON_CLIENT_SECRET: z.string().optional(),
  AMAZON_APPLICATION_ID: z.string().optional(),
  AMAZON_BASE_URL: address(['http:', 'https:']).optional(),
  AMAZON_LOGIN_URL: address(['http:', 'https:']).optional(),
  AMAZON_MARKETPLACE_ID: z
    .enum(AMAZON_STORES, {
      error: `must be one of ${Object.entries(AMAZON_STORES)
        .map(([country, id]) => `${id} (${country})`)
        .join(', ')}`,
    })
    .default(AMAZON_STORES.BR),
  AMAZON_WEBHOOK_KEY: long(16).optional(),
  AMAZON_RATE_LIMITS: onOrOff.default('on'),
  AMAZON_QUEUE_ARN: z
    .string()
    .regex(/^arn:aws:sqs:\S+:\d{12}:\S+$/, { error: 'must be the ARN of an SQS queue' })
    .optional(),
  AMAZON_AWS_ACCOUNT: z
    .string()
    .regex(/^\d{12}$/, { error: 'must be the 12 digits of an AWS account' })
    .optional(),
  AMAZON_AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, { error: 'must be an AWS region, such as us-east-1' })
    .default('us-east-1'),
});

const SETTINGS = Object.keys(Environment.shape);
export type Environment = z.infer<typeof Environment>;

/**
 * Checks the environment. An empty value counts as not given. Throws a `ConfigError` that names every wrong one;
 * the values of secrets are never repeated in it.
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    SETTINGS.map((name) => [name, env[name]?.trim()] as const).filter(([, value]) => value),
  );
  const parsed = Environment.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given.SANDBOX === 'off') {
    for (const name of ['MELI_CLIENT_ID', 'MELI_CLIENT_SECRET']) {
      if (!given[name]) {
        faults.push(`${name} is needed while SANDBOX is off; set it, or set SANDBOX to on`);
      }
    }
  } else if (given.SANDBOX === undefined && given.MELI_CLIENT_ID && !given.MELI_CLIENT_SECRET) {
    faults.push('MELI_CLIENT_SECRET is needed beside MELI_CLIENT_ID');
  }
  if (parsed.success && parsed.data.PRIMAZIA_ENVIRONMENT === 'production') {
    const local = parsed.data.MODULE_ORIGINS?.find(isLocal);
    if (local !== undefined) {
      faults.push(`MODULE_ORIGINS must not name ${local} while PRIMAZIA_ENVIRONMENT is production`);
    }
  }
  faults.push(...readProviders(env).faults);
  if (given.AMAZON_CLIENT_ID && !given.AMAZON_CLIENT_SECRET)
    faults.push('AMAZON_CLIENT_SECRET is needed beside AMAZON_CLIENT_ID');
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(
      `The settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  return parsed.data;
}
