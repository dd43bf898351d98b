import { join } from 'node:path';
import type { Environment as Given, SettingsGroup } from '../kernel/settings.ts';
import { type Network, parseNetworks } from './client-address.ts';
import type { SiteEnvironment } from './contract.ts';
import { readEnvironment, usesSandbox } from './environment.ts';
import type { Level } from './log.ts';
import { readProviders, type SignInProvider } from './sign-in-settings.ts';

/** Secrets of the installation. Generated at the first start if not given, stored by `secrets.ts`. */
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
  /** Secrets of marketplaces, by the names in their manifests. */
  readonly [name: string]: string;
}

/** How many days rows are kept, by kind. */
export interface Retention {
  snapshots: number;
  updates: number;
  notifications: number;
  audit: number;
  orders: number;
  /** Recipients of shipments. */
  recipients: number;
  /** Sums by listing and day; those by account are kept. */
  daySums: number;
}

export interface Config {
  port: number;
  /** Absolute path of the folder that holds the database, the secrets and the logs. */
  dataFolder: string;
  /** Any PostgreSQL 15 or later, as an owner; null: the embedded one. */
  databaseUrl: string | null;
  role: 'all' | 'api' | 'worker';
  sandbox: boolean;
  /** The public address of the product, without a trailing slash. */
  publicUrl: string;
  /** The environment: outside of production pages show it, and test pages are open. */
  environment: SiteEnvironment;
  /** The training site that pages link to. */
  helpUrl: string;
  /** Further origins from which pages may load modules. */
  moduleOrigins: readonly string[];
  /** Absolute path of the folder of the shell's build. */
  shellFolder: string;
  /** Absolute path of the folder of the modules that were deployed one by one. */
  modulesFolder: string;
  /** The key that permits to deploy modules; null: no deploys are accepted. */
  deployKey: string | null;
  signIn: {
    /** The identity providers for signing in, in addition to the password. */
    providers: readonly SignInProvider[];
    /**
     * Which users a provider may link at the first sign-in by a verified e-mail: those who were invited or proved to
     * receive that mail, or every known user.
     */
    linksByEmail: 'invited' | 'everybody';
  };
  /** Proxies whose `X-Forwarded-For` is trusted; that of others is ignored. */
  trustedProxies: readonly Network[];
  mail: {
    /** The address of the mail server, with user and password if it needs them; null: there is none. */
    smtpUrl: string | null;
    /** The sender of mail. */
    from: string;
  };
  retention: Retention;
  /** Public pages of products that may be read for their prices. */
  pageLook: {
    /** Empty: none. */
    hosts: readonly string[];
    /** The contact for operators of those hosts. */
    contact: string | null;
  };
  metrics: {
    /** The token that GET /metrics requires; null: only this machine may read it. */
    token: string | null;
    /** A further port of the metrics, so that a worker has them too; null: none. */
    port: number | null;
  };
  logLevel: Level;
  /** Maintenance: the API refuses calls; its health, the metrics and the pages stay available. */
  maintenance: boolean;
  secrets: Secrets;
  /** Previous vault keys, base64: they still decrypt what they encrypted. */
  earlierVaultKeys: readonly string[];
}

const SECRET_SETTINGS = {
  jwtSecret: 'JWT_SECRET',
  vaultKey: 'VAULT_KEY',
  databaseAppPassword: 'DATABASE_APP_PASSWORD',
  postgresPassword: 'POSTGRES_PASSWORD',
  demoPassword: 'DEMO_PASSWORD',
};

/** The secrets of the environment; the others come from the secrets file. */
export function givenSecrets(
  env: Given,
  groups: readonly SettingsGroup[] = [],
): Record<string, string> {
  const settings = [SECRET_SETTINGS, ...groups.map(({ secrets }) => secrets)];
  return Object.fromEntries(
    settings.flatMap(Object.entries<string>).flatMap(([name, setting]) => {
      const value = env[setting]?.trim();
      return value ? [[name, value] as const] : [];
    }),
  );
}

/**
 * Combines the settings; a secret of the environment takes precedence over the stored one. `folder` makes a relative data
 * folder absolute.
 * @param groups the settings of the marketplaces, validated with the others
 */
export function readConfig(
  env: Given,
  stored: Secrets,
  folder: (path: string) => string,
  groups: readonly SettingsGroup[] = [],
): Config {
  const environment = readEnvironment(env, groups);
  const secrets = { ...stored, ...givenSecrets(env, groups) };
  const publicUrl = new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`)
    .origin;
  return {
    port: environment.PORT,
    dataFolder: folder(environment.PRIMAZIA_DATA),
    databaseUrl: environment.DATABASE_URL ?? null,
    role: environment.PRIMAZIA_ROLE,
    sandbox: usesSandbox(environment, env, groups),
    publicUrl,
    environment: environment.PRIMAZIA_ENVIRONMENT,
    helpUrl: environment.HELP_URL,
    moduleOrigins: environment.MODULE_ORIGINS ?? [],
    shellFolder: folder(environment.SHELL_DIR),
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
    pageLook: {
      hosts: environment.PAGE_LOOK_HOSTS ?? [],
      contact: environment.PAGE_LOOK_CONTACT ?? null,
    },
    retention: {
      snapshots: environment.RETENTION_SNAPSHOT_DAYS,
      updates: environment.RETENTION_UPDATE_DAYS,
      notifications: environment.RETENTION_NOTIFICATION_DAYS,
      audit: environment.RETENTION_AUDIT_DAYS,
      orders: environment.RETENTION_ORDER_DAYS,
      recipients: environment.RETENTION_RECIPIENT_DAYS,
      daySums: environment.RETENTION_DAY_SUM_DAYS,
    },
    metrics: {
      token: environment.METRICS_TOKEN ?? null,
      port: environment.METRICS_PORT ?? null,
    },
    logLevel: environment.LOG_LEVEL,
    maintenance: environment.PRIMAZIA_MAINTENANCE === 'on',
    secrets,
    earlierVaultKeys: environment.VAULT_KEYS_EARLIER ?? [],
  };
}
