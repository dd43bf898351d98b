import { join } from 'node:path';
import { type Network, parseNetworks } from './client-address.ts';
import type { SiteEnvironment } from './contract.ts';
import { type Environment, readEnvironment } from './environment.ts';
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

const MELI_API = 'https://api.mercadolibre.com';
/** Brazil is served by the North America host, as the other stores of `AMAZON_MARKETPLACE_ID`. */
const AMAZON_API = 'https://sellingpartnerapi-na.amazon.com';
const AMAZON_LOGIN = 'https://api.amazon.com';
/** An AWS account that is nobody's, for the sandbox. */
const NO_AWS_ACCOUNT = '000000000000';

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
