// The settings of Mercado Livre: what each may be, and what the connector makes of them.
import * as z from 'zod';
import { address, givenSettings, type SettingsGroup } from '../../../kernel/settings.ts';
import type { Place } from '../../manifest.ts';
import type { AdsPages } from './ads/channel.ts';
import type { MercadoLivreApp } from './auth.ts';
import network from './network.json' with { type: 'json' };
import type { MercadoLivrePace } from './pace.ts';

const API = 'https://api.mercadolibre.com';

const schema = z.object({
  MELI_CLIENT_ID: z
    .string()
    .optional()
    .describe('the application at Mercado Livre; needed while the sandbox is off'),
  MELI_CLIENT_SECRET: z.string().optional().describe('its secret; needed beside it'),
  MELI_BASE_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where Mercado Livre’s API is, while the sandbox is off; by default ${API}`),
  MELI_CALLS_PER_MINUTE: z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a number of calls; 0 for any number' })
    .transform(Number)
    .default(1_500)
    .describe('calls a minute for each seller; 0: as many as one likes'),
});

export const settings: SettingsGroup = {
  schema,
  client: { id: network.client, secret: 'MELI_CLIENT_SECRET' },
  isNeeded: network.isNeeded,
  secrets: {},
};

export function settingsOf({
  environment,
  publicUrl,
  sandboxUrl,
}: Place): MercadoLivreApp & MercadoLivrePace & AdsPages & { baseUrl: string } {
  const given = schema.parse(givenSettings(environment, Object.keys(schema.shape)));
  return {
    baseUrl: sandboxUrl ?? (given.MELI_BASE_URL ?? API).replace(/\/+$/, ''),
    clientId: given.MELI_CLIENT_ID ?? 'primazia-sandbox',
    clientSecret: given.MELI_CLIENT_SECRET ?? 'primazia-sandbox',
    redirectUri: `${publicUrl}/app/channel/meli/integrations`,
    ...(sandboxUrl !== null && {
      consentPages: {
        BR: `${publicUrl}/sandbox/consent/mercadolivre`,
        MX: `${publicUrl}/sandbox/consent/mercadolivre`,
      },
      adsPages: { BR: `${publicUrl}/sandbox/ads/mercadolivre` },
    }),
    callsPerMinute: given.MELI_CALLS_PER_MINUTE,
  };
}
