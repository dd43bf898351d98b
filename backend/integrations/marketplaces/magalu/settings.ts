// The settings of Magalu: what each may be, and what the connector makes of them.
import * as z from 'zod';
import { address, givenSettings, onOrOff, type SettingsGroup } from '../../../kernel/settings.ts';
import type { Place } from '../../manifest.ts';
import type { MagaluApp } from './auth.ts';
import type { MagaluPace } from './limits.ts';
import network from './network.json' with { type: 'json' };

export interface MagaluSettings extends MagaluApp, MagaluPace {
  baseUrl: string;
  loginUrl: string;
  /** Where Magalu posts notifications. */
  webhookUrl: string;
}

const API = 'https://api.magalu.com';
const LOGIN = 'https://id.magalu.com';

const schema = z.object({
  MAGALU_CLIENT_ID: z
    .string()
    .optional()
    .describe('the client at ID Magalu; without it there is no Magalu while the sandbox is off'),
  MAGALU_CLIENT_SECRET: z.string().optional().describe('its secret; needed beside it'),
  MAGALU_BASE_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where Magalu’s API is; by default ${API}`),
  MAGALU_LOGIN_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where ID Magalu is; by default ${LOGIN}`),
  MAGALU_RATE_LIMITS: onOrOff
    .default('on')
    .describe('`off`: do not pace calls by the known limits'),
});

export const settings: SettingsGroup = {
  schema,
  client: { id: network.client, secret: 'MAGALU_CLIENT_SECRET' },
  isNeeded: network.isNeeded,
  secrets: {},
};

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** @returns null where the product is not registered at Magalu */
export function settingsOf({ environment, publicUrl, sandboxUrl }: Place): MagaluSettings | null {
  const given = schema.parse(givenSettings(environment, Object.keys(schema.shape)));
  const isSandbox = sandboxUrl !== null;
  if (!isSandbox && given.MAGALU_CLIENT_ID === undefined) return null;
  const stand = isSandbox ? `${sandboxUrl}/magalu` : null;
  const loginUrl = stand ?? withoutSlash(given.MAGALU_LOGIN_URL ?? LOGIN);
  return {
    baseUrl: stand ?? withoutSlash(given.MAGALU_BASE_URL ?? API),
    loginUrl,
    clientId: given.MAGALU_CLIENT_ID ?? 'primazia-sandbox',
    clientSecret: given.MAGALU_CLIENT_SECRET ?? 'primazia-sandbox',
    redirectUri: `${publicUrl}/app/integration/magalu`,
    consentPage: isSandbox ? `${publicUrl}/sandbox/consent/magalu` : `${loginUrl}/login`,
    webhookUrl: `${publicUrl}/api/webhooks/magalu`,
    isPaced: given.MAGALU_RATE_LIMITS === 'on',
  };
}
