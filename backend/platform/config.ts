import * as z from 'zod';

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
  secrets: Secrets;
  mercadoLivre: { baseUrl: string; clientId: string; clientSecret: string; redirectUri: string };
}

/** A setting is wrong. The message names each one, says what is wrong and how to cure it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const MELI_API = 'https://api.mercadolibre.com';

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

const long = (length: number) =>
  z.string().refine((value) => new TextEncoder().encode(value).length >= length, {
    error: `must have at least ${length} bytes; leave it out to have one made`,
  });

const isOrigin = (value: string) => new URL(value).pathname === '/' && !/[?#]/.test(value);

const Environment = z.object({
  PORT: port.default(8080),
  PRIMAZIA_DATA: z.string().default('.primazia'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).nullable().default(null),
  PRIMAZIA_ROLE: z
    .enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' })
    .default('all'),
  SANDBOX: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
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
  DATABASE_APP_PASSWORD: long(12).optional(),
  POSTGRES_PASSWORD: long(12).optional(),
  DEMO_PASSWORD: long(8).optional(),
  MELI_CLIENT_ID: z.string().optional(),
  MELI_CLIENT_SECRET: z.string().optional(),
  MELI_BASE_URL: address(['http:', 'https:']).optional(),
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
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Puts the settings together. `folder` turns a relative data folder into an absolute one. */
export function readConfig(
  env: Record<string, string | undefined>,
  secrets: Secrets,
  folder: (path: string) => string,
): Config {
  const environment = readEnvironment(env);
  const sandbox = environment.SANDBOX ? environment.SANDBOX === 'on' : !environment.MELI_CLIENT_ID;
  const publicUrl = new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`)
    .origin;
  return {
    port: environment.PORT,
    dataFolder: folder(environment.PRIMAZIA_DATA),
    databaseUrl: environment.DATABASE_URL,
    role: environment.PRIMAZIA_ROLE,
    sandbox,
    publicUrl,
    secrets: { ...secrets, ...givenSecrets(environment) },
    mercadoLivre: {
      baseUrl:
        environment.MELI_BASE_URL?.replace(/\/+$/, '') ??
        (sandbox ? `http://127.0.0.1:${environment.PORT + 1}` : MELI_API),
      clientId: environment.MELI_CLIENT_ID ?? 'primazia-sandbox',
      clientSecret: environment.MELI_CLIENT_SECRET ?? 'primazia-sandbox',
      redirectUri: `${publicUrl}/api/oauth/mercadolivre`,
    },
  };
}
