// The settings in the environment: the valid values of each, and the messages for invalid ones.
import { join } from 'node:path';
import * as z from 'zod';
import {
  address,
  type Environment as Given,
  givenSettings,
  onOrOff,
  type SettingsGroup,
  secret,
} from '../kernel/settings.ts';
import { parseNetworks } from './client-address.ts';
import { SiteEnvironment } from './contract.ts';
import { readProviders } from './sign-in-settings.ts';

/** Settings are invalid. The message names each one, its fault and the cure. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A free training site for sellers, in Portuguese. */
const TRAINING = 'https://vendedores.mercadolivre.com.br';
const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port number' })
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, { error: 'must be between 1 and 65535' });

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

const days = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number of days' })
    .transform(Number)
    .refine((value) => value >= 31, { error: 'must be at least 31 days' })
    .default(fallback);

const isOrigin = (value: string) => new URL(value).pathname === '/' && !/[?#]/.test(value);

/** The entries of a comma-separated list. */
const listed = (text: string) => text.split(',').map((entry) => entry.trim());

const isModuleOrigin = (value: string) =>
  URL.canParse(value) &&
  new URL(value).origin === value &&
  (value.startsWith('https://') || isLocal(value));
/** Set only where modules are developed. */
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
  SHELL_DIR: z.string().default(join('shell', 'dist')),
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
  PAGE_LOOK_HOSTS: z
    .string()
    .transform(listed)
    .refine((hosts) => hosts.every((host) => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host)), {
      error: 'must be names of hosts with commas between: www.shop.example',
    })
    .optional(),
  PAGE_LOOK_CONTACT: z
    .string()
    .regex(/^(?:[^\s<>@()]+@[^\s<>@()]+|https:\/\/[^\s()]+)$/, {
      error: 'must be an e-mail address, or an address that begins with https://',
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
  RETENTION_ORDER_DAYS: days(730),
  RETENTION_RECIPIENT_DAYS: days(90),
  RETENTION_DAY_SUM_DAYS: days(400),
  PUBLIC_URL: address(['http:', 'https:'])
    // Checked in addition to the address itself, which may be invalid.
    .refine((value) => !URL.canParse(value) || isOrigin(value), {
      error: 'must be an origin without a path, such as https://primazia.example',
    })
    .optional(),
  JWT_SECRET: secret(32).optional(),
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
  DATABASE_APP_PASSWORD: secret(12).optional(),
  POSTGRES_PASSWORD: secret(12).optional(),
  DEMO_PASSWORD: secret(8).optional(),
  OTEL_DENO: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
});

export type Environment = z.infer<typeof Environment>;

/** Whether the sandbox replaces the marketplaces: by default if no marketplace client is configured. */
export const usesSandbox = (
  { SANDBOX }: Environment,
  environment: Given,
  groups: readonly SettingsGroup[],
): boolean =>
  SANDBOX === undefined
    ? groups.every(({ isNeeded, client }) => !isNeeded || !environment[client.id]?.trim())
    : SANDBOX === 'on';

/** Whether the runtime records calls that `platform/tracing.ts` leaves out of traces. */
const exportsAddresses = ({ OTEL_DENO, OTEL_TRACES_SAMPLER }: Environment): boolean =>
  ['true', '1'].includes(OTEL_DENO ?? '') && !OTEL_TRACES_SAMPLER?.startsWith('parentbased_');

const faultsOf = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);

/** The faults in the settings of one group. */
function faultsOfGroup(
  { schema, client, isNeeded }: SettingsGroup,
  environment: Given,
  sandbox: string | undefined,
): string[] {
  const given = givenSettings(environment, Object.keys(schema.shape));
  const parsed = schema.safeParse(given);
  const faults = parsed.success ? [] : faultsOf(parsed.error);
  if (sandbox === 'off' && isNeeded) {
    const missing = [client.id, client.secret].filter((name) => !given[name]);
    const cure = 'is needed while SANDBOX is off; set it, or set SANDBOX to on';
    faults.push(...missing.map((name) => `${name} ${cure}`));
  } else if (given[client.id] && !given[client.secret] && !(isNeeded && sandbox === 'on')) {
    faults.push(`${client.secret} is needed beside ${client.id}`);
  }
  return faults;
}

/**
 * Checks the environment. An empty value counts as not given. Throws a `ConfigError` that names every wrong one; the
 * values of secrets are never repeated in it.
 * @param groups the settings of other parts than the platform, which are checked and not returned
 */
export function readEnvironment(env: Given, groups: readonly SettingsGroup[] = []): Environment {
  const given = givenSettings(env, Object.keys(Environment.shape));
  const parsed = Environment.safeParse(given);
  const faults = parsed.success ? [] : faultsOf(parsed.error);
  if (parsed.data?.PAGE_LOOK_HOSTS !== undefined && parsed.data.PAGE_LOOK_CONTACT === undefined)
    faults.push('PAGE_LOOK_CONTACT is needed beside PAGE_LOOK_HOSTS: pages are read under it');
  if (parsed.success && parsed.data.PRIMAZIA_ENVIRONMENT === 'production') {
    const local = parsed.data.MODULE_ORIGINS?.find(isLocal);
    if (local !== undefined) {
      faults.push(`MODULE_ORIGINS must not name ${local} while PRIMAZIA_ENVIRONMENT is production`);
    }
  }
  if (parsed.success && exportsAddresses(parsed.data)) {
    faults.push(
      'OTEL_TRACES_SAMPLER must begin with parentbased_ while OTEL_DENO is on: traces would have the signatures and tokens of calls to marketplaces',
    );
  }
  faults.push(...readProviders(env).faults);
  faults.push(...groups.flatMap((group) => faultsOfGroup(group, env, given.SANDBOX)));
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(
      `The settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  return parsed.data;
}
