// The settings of Amazon: what each may be, and what the connector makes of them.
import * as z from 'zod';
import {
  address,
  givenSettings,
  onOrOff,
  type SettingsGroup,
  secret,
} from '../../../kernel/settings.ts';
import type { Place } from '../../manifest.ts';
import type { AmazonApp } from './auth.ts';
import type { AmazonPace } from './limits.ts';
import network from './network.json' with { type: 'json' };
import { STORES } from './stores.ts';
import type { Delivery } from './subscriptions.ts';

/** How the product is registered at Amazon, and how notifications reach it. */
export interface AmazonSettings extends AmazonApp, AmazonPace {
  /** The store of the accounts that name none, by Amazon's id. */
  marketplaceId: string;
  /** The key that a notification has to carry. */
  webhookKey: string;
  delivery: Delivery;
  /** How the product is registered at Amazon Ads, and where sellers come back to after they authorized advertising. */
  ads: Pick<AmazonApp, 'clientId' | 'clientSecret' | 'redirectUri'>;
}

/** Brazil is served by the North America host, as the United States, Canada and Mexico. */
const API = 'https://sellingpartnerapi-na.amazon.com';
const LOGIN = 'https://api.amazon.com';
const ADS = 'https://advertising-api.amazon.com';
/** An AWS account that does not exist, for the sandbox. */
const NO_AWS_ACCOUNT = '000000000000';
const WEBHOOK_KEY = 'amazonWebhookKey';

const storeIds = STORES.map(({ id }) => id);

const schema = z.object({
  AMAZON_CLIENT_ID: z
    .string()
    .optional()
    .describe('the application at Amazon; without it there is no Amazon while the sandbox is off'),
  AMAZON_CLIENT_SECRET: z.string().optional().describe('its secret; needed beside it'),
  AMAZON_APPLICATION_ID: z
    .string()
    .optional()
    .describe(
      'by which Amazon’s page of consent finds the application; without it no account can be connected there',
    ),
  AMAZON_BASE_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where SP-API is; by default ${API}`),
  AMAZON_LOGIN_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where Login with Amazon is; by default ${LOGIN}`),
  AMAZON_ADS_CLIENT_ID: z
    .string()
    .optional()
    .describe('the application that Amazon Ads knows; by default AMAZON_CLIENT_ID'),
  AMAZON_ADS_CLIENT_SECRET: z.string().optional().describe('its secret; needed beside it'),
  AMAZON_ADS_BASE_URL: address(['http:', 'https:'])
    .optional()
    .describe(`where Amazon Ads is; by default ${ADS}`),
  AMAZON_MARKETPLACE_ID: z
    .enum(storeIds, {
      error: `must be one of ${STORES.map(({ id, countryCode }) => `${id} (${countryCode})`).join(', ')}`,
    })
    .default(STORES[0].id)
    .describe(
      'the store of accounts that were connected before each had its own: of Brazil, the United States, Canada or Mexico',
    ),
  AMAZON_RATE_LIMITS: onOrOff
    .default('on')
    .describe('`off`: do not pace calls by the documented limits'),
  AMAZON_QUEUE_ARN: z
    .string()
    .regex(/^arn:aws:sqs:\S+:\d{12}:\S+$/, { error: 'must be the ARN of an SQS queue' })
    .optional()
    .describe('the SQS queue to which Amazon delivers notifications of offers'),
  AMAZON_AWS_ACCOUNT: z
    .string()
    .regex(/^\d{12}$/, { error: 'must be the 12 digits of an AWS account' })
    .optional()
    .describe('the AWS account of the event bus to which Amazon delivers notifications'),
  AMAZON_AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, { error: 'must be an AWS region, such as us-east-1' })
    .default('us-east-1')
    .describe('the region of that event bus'),
  AMAZON_WEBHOOK_KEY: secret(16)
    .optional()
    .describe(
      'the key with which the API destination posts to `/api/webhooks/amazon`, in the header `x-api-key`; generated where absent',
    ),
});

export const settings: SettingsGroup = {
  schema,
  client: { id: network.client, secret: 'AMAZON_CLIENT_SECRET' },
  isNeeded: network.isNeeded,
  secrets: { [WEBHOOK_KEY]: 'AMAZON_WEBHOOK_KEY' },
};

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** @returns null where the product is not registered at Amazon */
export function settingsOf({ environment, publicUrl, sandboxUrl, secrets }: Place) {
  const given = schema.parse(givenSettings(environment, Object.keys(schema.shape)));
  const isSandbox = sandboxUrl !== null;
  if (!isSandbox && given.AMAZON_CLIENT_ID === undefined) return null;
  const stand = isSandbox ? `${sandboxUrl}/amazon` : null;
  const clientId = given.AMAZON_CLIENT_ID ?? 'primazia-sandbox';
  const clientSecret = given.AMAZON_CLIENT_SECRET ?? 'primazia-sandbox';
  const webhookKey = given.AMAZON_WEBHOOK_KEY ?? secrets[WEBHOOK_KEY];
  if (webhookKey === undefined) throw new Error(`The secret ${WEBHOOK_KEY} is missing`);
  const accountId = given.AMAZON_AWS_ACCOUNT ?? (isSandbox ? NO_AWS_ACCOUNT : null);
  return {
    baseUrl: stand ?? withoutSlash(given.AMAZON_BASE_URL ?? API),
    loginUrl: stand ?? withoutSlash(given.AMAZON_LOGIN_URL ?? LOGIN),
    adsUrl: isSandbox ? `${sandboxUrl}/amazon-ads` : withoutSlash(given.AMAZON_ADS_BASE_URL ?? ADS),
    clientId,
    clientSecret,
    ads: {
      clientId: given.AMAZON_ADS_CLIENT_ID ?? clientId,
      clientSecret: given.AMAZON_ADS_CLIENT_SECRET ?? clientSecret,
      redirectUri: `${publicUrl}/app/channel/amazon/integrations`,
    },
    redirectUri: `${publicUrl}/app/channel/amazon/integrations`,
    applicationId: given.AMAZON_APPLICATION_ID ?? (isSandbox ? 'primazia-sandbox' : null),
    consentPage: isSandbox ? `${publicUrl}/sandbox/consent/amazon` : null,
    marketplaceId: given.AMAZON_MARKETPLACE_ID,
    webhookKey,
    isPaced: given.AMAZON_RATE_LIMITS === 'on',
    delivery: {
      queueArn: given.AMAZON_QUEUE_ARN ?? null,
      eventBus: accountId === null ? null : { accountId, region: given.AMAZON_AWS_REGION },
    },
  };
}
