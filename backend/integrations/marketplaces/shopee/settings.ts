// The settings of Shopee: what each may be, and what the connector makes of them.
import * as z from 'zod';
import { address, givenSettings, type SettingsGroup, secret } from '../../../kernel/settings.ts';
import type { Place } from '../../manifest.ts';
import network from './network.json' with { type: 'json' };
import type { ShopeePace } from './pace.ts';
import type { ShopeePartner } from './sign.ts';

/** How the product is registered at Shopee, and the addresses for people and pushes. */
export interface ShopeeSettings extends ShopeePartner, ShopeePace {
  /** The address to which Shopee sends a seller back; it has to be registered. */
  redirectUri: string;
  /** The page on which sellers authorize the product. */
  consentPage: string;
  /** The address of pushes as it is written in Shopee's console: signatures are made over it. */
  pushUrl: string;
  /** The address of an item's page; `{shop}` and `{item}` stand for their ids. */
  itemPage: string;
}

/** `https://openplatform.shopee.com.br` is nearer to Brazil; which paths it knows is not documented. */
const API = 'https://partner.shopeemobile.com';
const CONSENT_PAGE = 'https://open.shopee.com.br/auth';
const ITEM_PAGE = 'https://shopee.com.br/product/{shop}/{item}';
const PARTNER_KEY = 'shopeePartnerKey';
/** The sandbox knows the product by it. */
const SANDBOX_PARTNER = '2000001';

const schema = z.object({
  SHOPEE_PARTNER_ID: z
    .string()
    .regex(/^\d{1,19}$/, { error: 'must be the digits of a partner id' })
    .optional()
    .describe('the application at Shopee; without it there is no Shopee while the sandbox is off'),
  SHOPEE_PARTNER_KEY: secret(16)
    .optional()
    .describe('its key, which signs calls and proves pushes; needed beside it'),
  SHOPEE_BASE_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where the Open Platform is, while the sandbox is off; by default ${API}`),
  SHOPEE_PUSH_URL: address(['http:', 'https:'])
    .optional()
    .describe(
      'the address of pushes exactly as it is written in Shopee’s console; by default `/api/webhooks/shopee` below PUBLIC_URL',
    ),
  SHOPEE_CALLS_PER_SECOND: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be a number of calls; 0 for any number' })
    .transform(Number)
    .default(10)
    .describe('calls a second of all shops together; 0: as many as one likes'),
});

export const settings: SettingsGroup = {
  schema,
  client: { id: network.client, secret: 'SHOPEE_PARTNER_KEY' },
  isNeeded: network.isNeeded,
  secrets: { [PARTNER_KEY]: 'SHOPEE_PARTNER_KEY' },
};

/** @returns null where the product is not registered at Shopee */
export function settingsOf({
  environment,
  publicUrl,
  sandboxUrl,
  secrets,
}: Place): (ShopeeSettings & { baseUrl: string }) | null {
  const given = schema.parse(givenSettings(environment, Object.keys(schema.shape)));
  const isSandbox = sandboxUrl !== null;
  const partnerId = given.SHOPEE_PARTNER_ID ?? (isSandbox ? SANDBOX_PARTNER : null);
  const partnerKey = given.SHOPEE_PARTNER_KEY ?? secrets[PARTNER_KEY];
  if (partnerId === null || partnerKey === undefined) return null;
  const pushUrl = `${publicUrl}/api/webhooks/shopee`;
  return {
    partnerId,
    partnerKey,
    baseUrl: isSandbox
      ? `${sandboxUrl}/shopee`
      : (given.SHOPEE_BASE_URL ?? API).replace(/\/+$/, ''),
    redirectUri: `${publicUrl}/app/integration/shopee`,
    consentPage: isSandbox ? `${publicUrl}/sandbox/consent/shopee` : CONSENT_PAGE,
    pushUrl: isSandbox ? pushUrl : (given.SHOPEE_PUSH_URL ?? pushUrl),
    itemPage: isSandbox ? `${publicUrl}/sandbox/products/{item}` : ITEM_PAGE,
    callsPerSecond: given.SHOPEE_CALLS_PER_SECOND,
  };
}
