import { join } from 'node:path';
import * as z from 'zod';
import { type Network, parseNetworks } from './client-address.ts';
import { SiteEnvironment } from './contract.ts';
import type { Level } from './log.ts';
import { readProviders, type SignInProvider } from './sign-in-settings.ts';

/** What nobody outside may learn. Made at the first start where not given, kept by `secrets.ts`. */
export interface Secrets {
  /** Signs access tokens. */
  jwtSecret: string;
  /** 32 bytes, base64: seals marketplace credentials. */
  vaultKey: string;
  /** The application's role in the database. */
  databaseAppPassword: string;
  /** The superuser of the embedded PostgreSQL. */
  postgresPassword: string;
  /** The demo person's password. */
  demoPassword: string;
  /** What Amazon's notifications bear, set at the EventBridge connection that calls us. */
  amazonWebhookKey: string;
}

export interface AmazonConfig {
  /** The Selling Partner API, and Login with Amazon. */
  baseUrl: string;
  loginUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** By which Amazon's page of consent is found; null: people cannot connect accounts there. */
  applicationId: string | null;
  /** Null: Seller Central's. */
  consentPage: string | null;
  /** The one store that the accounts sell in, by Amazon's id. */
  marketplaceId: string;
  webhookKey: string;
  /** Whether Amazon's documented limits are kept. */
  isPaced: boolean;
  /** Where notifications are handed over inside AWS; all null: they are not sent. */
  delivery: {
    queueArn: string | null;
    eventBus: { accountId: string; region: string } | null;
  };
}

/** How many days rows are kept, by what they are. */
export interface Retention {
  snapshots: number;
  updates: number;
  notifications: number;
  audit: number;
}

export interface Config {
  port: number;
  /** Absolute path of the folder that holds the database, the secrets and the logs. */
  dataFolder: string;
  /** Any PostgreSQL 15 or later, as an owner; null: the embedded one. */
  databaseUrl: string | null;
  role: 'all' | 'api' | 'worker';
  sandbox: boolean;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  /** What the product is run for: outside of production pages say so, and test pages stand open. */
  environment: SiteEnvironment;
  /** The training site that pages send people to who want to learn. */
  helpUrl: string;
  /** Other origins that modules of the pages may come from. */
  moduleOrigins: readonly string[];
  /** Absolute path of the folder of the modules that were deployed one by one. */
  modulesFolder: string;
  /** Whoever shows it may deploy modules; null: nobody may. */
  deployKey: string | null;
  signIn: {
    /** Who else people may sign in with, besides their password. */
    providers: readonly SignInProvider[];
    /**
     * Whom a provider may bring in for the first time by an e-mail that it has verified: those who were invited or have
     * shown to read that mail, or everybody who is known here.
     */
    linksByEmail: 'invited' | 'everybody';
  };
  /** Who may tell in `X-Forwarded-For` where a call came from; nobody else is believed. */
  trustedProxies: readonly Network[];
  mail: {
    /** The server that takes our mail, with user and password in it where it wants them; null: there is none. */
    smtpUrl: string | null;
    /** Whom our mail comes from. */
    from: string;
  };
  retention: Retention;
  metrics: {
    /** Whoever asks for GET /metrics shows it; null: only this machine may ask. */
    token: string | null;
    /** Where the metrics are besides the API's port, so that a worker has them too; null: nowhere. */
    port: number | null;
  };
  logLevel: Level;
  /** The API is closed, and says so; its health, the metrics and the pages are not. */
  maintenance: boolean;
  secrets: Secrets;
  /** Vault keys of before, base64: they still open what they sealed. */
  earlierVaultKeys: readonly string[];
  mercadoLivre: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    redirectUri: string;
    /** Pages of consent by country; absent: Mercado Livre's own. */
    consentPages?: Readonly<Record<string, string>>;
    /** Calls a minute for each seller; 0: as many as one likes. */
    callsPerMinute: number;
  };
  /** Null: the product is not known at Amazon, and does without it. */
  amazon: AmazonConfig | null;
}

/** A setting is wrong. The message names each one, says what is wrong and how to cure it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Where sellers are taught their trade, free of charge and in Portuguese. */
const TRAINING = 'https://vendedores.mercadolivre.com.br';
const MELI_API = 'https://api.mercadolibre.com';
/** Brazil is served by the North America host, as the other stores below. */
const AMAZON_API = 'https://sellingpartnerapi-na.amazon.com';
const AMAZON_LOGIN = 'https://api.amazon.com';
const AMAZON_STORES = {
  BR: 'A2Q3Y263D00KWC',
  US: 'ATVPDKIKX0DER',
  CA: 'A2EUQ1WTGCTBG2',
  MX: 'A1AM78C64UM0Y8',
};
/** An AWS account that is nobody's, for the sandbox. */
const NO_AWS_ACCOUNT = '000000000000';

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port number' })
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, { error: 'must be between 1 and 65535' });

const address = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
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

export const SETTINGS = Object.keys(Environment.shape);
type Environment = z.infer<typeof Environment>;

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

/** The secrets that the environment gives; the rest has to come from the secrets file. */
export function givenSecrets(environment: Environment): Partial<Secrets> {
  const given = {
    jwtSecret: environment.JWT_SECRET,
    vaultKey: environment.VAULT_KEY,
    databaseAppPassword: environment.DATABASE_APP_PASSWORD,
    postgresPassword: environment.POSTGRES_PASSWORD,
    demoPassword: environment.DEMO_PASSWORD,
    amazonWebhookKey: environment.AMAZON_WEBHOOK_KEY,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Where the sandbox is awaited until it tells where it answers: on the port after ours. */
const sandboxAt = ({ PORT }: Environment) => `http://127.0.0.1:${PORT + 1}`;

const baseOf = (given: string | undefined, usual: string) => given?.replace(/\/+$/, '') ?? usual;

function readAmazon(
  environment: Environment,
  { sandbox, publicUrl, webhookKey }: { sandbox: boolean; publicUrl: string; webhookKey: string },
): AmazonConfig | null {
  if (!sandbox && environment.AMAZON_CLIENT_ID === undefined) return null;
  const stand = sandbox ? `${sandboxAt(environment)}/amazon` : null;
  const accountId = environment.AMAZON_AWS_ACCOUNT ?? (sandbox ? NO_AWS_ACCOUNT : null);
  return {
    baseUrl: baseOf(environment.AMAZON_BASE_URL, stand ?? AMAZON_API),
    loginUrl: baseOf(environment.AMAZON_LOGIN_URL, stand ?? AMAZON_LOGIN),
    clientId: environment.AMAZON_CLIENT_ID ?? 'primazia-sandbox',
    clientSecret: environment.AMAZON_CLIENT_SECRET ?? 'primazia-sandbox',
    redirectUri: `${publicUrl}/app/channel/amazon/integrations`,
    applicationId: environment.AMAZON_APPLICATION_ID ?? (sandbox ? 'primazia-sandbox' : null),
    consentPage: sandbox ? `${publicUrl}/sandbox/consent/amazon` : null,
    marketplaceId: environment.AMAZON_MARKETPLACE_ID,
    webhookKey,
    isPaced: environment.AMAZON_RATE_LIMITS === 'on',
    delivery: {
      queueArn: environment.AMAZON_QUEUE_ARN ?? null,
      eventBus: accountId === null ? null : { accountId, region: environment.AMAZON_AWS_REGION },
    },
  };
}

/**
 * Puts the settings together; a secret that the environment gives goes before the stored one. `folder` turns a relative
 * data folder into an absolute one.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  stored: Secrets,
  folder: (path: string) => string,
): Config {
  const environment = readEnvironment(env);
  const secrets = { ...stored, ...givenSecrets(environment) };
  const sandbox = environment.SANDBOX ? environment.SANDBOX === 'on' : !environment.MELI_CLIENT_ID;
  const publicUrl = new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`)
    .origin;
  return {
    port: environment.PORT,
    dataFolder: folder(environment.PRIMAZIA_DATA),
    databaseUrl: environment.DATABASE_URL ?? null,
    role: environment.PRIMAZIA_ROLE,
    sandbox,
    publicUrl,
    environment: environment.PRIMAZIA_ENVIRONMENT,
    helpUrl: environment.HELP_URL,
    moduleOrigins: environment.MODULE_ORIGINS ?? [],
    modulesFolder: folder(environment.MODULES_DIR ?? join(environment.PRIMAZIA_DATA, 'modules')),
    deployKey: environment.DEPLOY_KEY ?? null,
    signIn: {
      providers: readProviders(env).providers,
      linksByEmail: environment.OIDC_LINK_BY_EMAIL,
    },
    trustedProxies: parseNetworks(environment.TRUSTED_PROXIES ?? ''),
    mail: {
      smtpUrl: environment.SMTP_URL ?? null,
      from: environment.MAIL_FROM ?? `Primazia <no-reply@${new URL(publicUrl).hostname}>`,
    },
    retention: {
      snapshots: environment.RETENTION_SNAPSHOT_DAYS,
      updates: environment.RETENTION_UPDATE_DAYS,
      notifications: environment.RETENTION_NOTIFICATION_DAYS,
      audit: environment.RETENTION_AUDIT_DAYS,
    },
    metrics: {
      token: environment.METRICS_TOKEN ?? null,
      port: environment.METRICS_PORT ?? null,
    },
    logLevel: environment.LOG_LEVEL,
    maintenance: environment.PRIMAZIA_MAINTENANCE === 'on',
    secrets,
    earlierVaultKeys: environment.VAULT_KEYS_EARLIER ?? [],
    mercadoLivre: {
      baseUrl: baseOf(environment.MELI_BASE_URL, sandbox ? sandboxAt(environment) : MELI_API),
      clientId: environment.MELI_CLIENT_ID ?? 'primazia-sandbox',
      clientSecret: environment.MELI_CLIENT_SECRET ?? 'primazia-sandbox',
      redirectUri: `${publicUrl}/app/channel/meli/integrations`,
      ...(sandbox && { consentPages: { BR: `${publicUrl}/sandbox/consent/mercadolivre` } }),
      callsPerMinute: environment.MELI_CALLS_PER_MINUTE,
    },
    amazon: readAmazon(environment, {
      sandbox,
      publicUrl,
      webhookKey: secrets.amazonWebhookKey,
    }),
  };
}
