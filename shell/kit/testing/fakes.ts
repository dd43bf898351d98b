import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import type { LiveEvent, LiveTopic } from '@primazia/backend/platform/contract';
import { proxy } from 'valtio';
import type { AnyEndpoint, Api, CallOptions, Connection } from '../src/api/api.ts';
import type { Live } from '../src/live/live.ts';
import type { Session } from '../src/session/session.ts';

/** A person who works in a company. */
export const fakeSession = (over: Partial<Session> = {}): Session =>
  proxy<Session>({
    temporary: false,
    token: 'token',
    refreshToken: 'refresh',
    name: 'Ana Prado',
    email: 'ana@example.test',
    companyId: 7,
    companyName: 'Padaria Sol',
    locale: 'pt',
    localeChosen: false,
    mustChangePassword: false,
    expired: false,
    ...over,
  });

export interface FakeCall {
  path: string;
  input: unknown;
  idempotencyKey: string | undefined;
}

export interface FakeApi extends Api {
  /** What was called, in order. */
  calls: FakeCall[];
}

const MARKETPLACES_PATH = '/v1/marketplaces';

/** Two marketplaces as the server sends them. */
export const MARKETPLACES: MarketplaceChoice[] = [
  {
    id: 1,
    name: 'Amazon',
    slug: 'amazon',
    offer: 'not_set_up',
    countries: [],
    gender: 'feminine',
    mark: { text: 'a', color: '#ff9900', background: '#232f3e' },
    traits: {
      hasBuybox: true,
      reportsCompetitors: true,
      reportsPriceToWin: true,
      ranksOffers: false,
      reportsFees: true,
      takesCompetitorLinks: true,
      reportsAdFigures: false,
      priceUnit: 'listing',
      criteria: { price: 'always', reputation: 'sometimes', rate: 'never' },
      pageCode: 'catalogProductId',
    },
    shopLinks: { BR: 'https://amazon.example/sp?seller={seller}' },
    aliases: [],
    returns: {
      code: 'spapi_oauth_code',
      params: ['selling_partner_id'],
      sellerId: 'selling_partner_id',
    },
  },
  {
    id: 2,
    name: 'Mercado Livre',
    slug: 'mercadolivre',
    offer: 'offered',
    countries: ['BR', 'MX'],
    gender: 'masculine',
    mark: { text: 'ML', color: '#2d3277', background: '#ffe600' },
    traits: {
      hasBuybox: true,
      reportsCompetitors: true,
      reportsPriceToWin: true,
      ranksOffers: false,
      reportsFees: true,
      takesCompetitorLinks: true,
      reportsAdFigures: true,
      priceUnit: 'listing',
      criteria: { price: 'always', reputation: 'sometimes', rate: 'never' },
      pageCode: 'skuMarketplace',
    },
    shopLinks: {},
    aliases: ['meli'],
    returns: { code: 'code', params: [], sellerId: null },
  },
];

/**
 * Answers calls from a table: by path, the answer, or a function that returns or throws it. The marketplaces, which
 * every app fetches, are answered and not counted where the table does not name them.
 */
export function fakeApi(answers: Readonly<Record<string, unknown>>): FakeApi {
  const calls: FakeCall[] = [];
  const call = async (endpoint: AnyEndpoint, input: unknown, options?: CallOptions) => {
    if (endpoint.path === MARKETPLACES_PATH && answers[MARKETPLACES_PATH] === undefined)
      return MARKETPLACES;
    calls.push({ path: endpoint.path, input, idempotencyKey: options?.idempotencyKey });
    const answer = answers[endpoint.path];
    if (answer === undefined) throw new Error(`No answer for ${endpoint.path}`);
    return typeof answer === 'function' ? answer(input) : answer;
  };
  return {
    calls,
    call: call as Api['call'],
    renew: async () => true,
    connection: proxy<Connection>({ reach: 'ok' }),
  };
}

/** A live connection whose events a test emits. */
export function fakeLive(): Live & { publish: (event: LiveEvent) => void } {
  const listeners = new Set<{
    topics: readonly LiveTopic[];
    listener: (event: LiveEvent) => void;
  }>();
  return {
    state: proxy({ connected: true }),
    hear: (topics, listener) => {
      const entry = { topics, listener };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    publish: (event) => {
      for (const { topics, listener } of listeners)
        if (topics.includes(event.type)) listener(event);
    },
    close: () => listeners.clear(),
  };
}
