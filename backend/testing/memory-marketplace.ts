import type {
  AccountSession,
  CallFailure,
  Credentials,
  Fee,
  Marketplace,
  RemoteHealth,
  RemoteListing,
  RemoteVariation,
} from '../integrations/marketplace.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Minor } from '../kernel/money.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

const PAGE = 3;

/** A marketplace in memory that fulfills the port's contract, with single-use refresh tokens, and that a test can disturb. */
export interface MemoryMarketplace extends Marketplace {
  sellerId: string;
  getMarkets: NonNullable<Marketplace['getMarkets']>;
  /** What the seller has on sale, by the marketplace's id. */
  listings: Map<string, RemoteListing>;
  /** Calls so far, by name. */
  calls: Record<'authorize' | 'refresh' | 'scan' | 'getListings' | 'setPrice' | 'getFees', number>;
  /** Authorisation codes that work once. */
  codes: Set<string>;
  /** Failures of the next calls by name, in order. */
  failures: Record<'refresh' | 'scan' | 'getListings' | 'getFees', CallFailure[]>;
  /** The variations and the health of each listing; by default none. */
  families: Map<string, RemoteVariation[]>;
  healths: Map<string, RemoteHealth>;
  /** What it keeps of a sale, by the price. */
  feeOf: (price: Minor) => Fee;
  /** Listings that a scan omits, or whose own results fail. */
  hidden: Set<string>;
  broken: Map<string, CallFailure>;
  /** Run after a call was worked and before its answer arrives. */
  beforeAnswer: Partial<Record<'refresh' | 'getListings', () => Promise<void>>>;
  /** The expiry times in its credentials. */
  ends: Pick<Credentials, 'refreshEndsAt' | 'authorizationEndsAt'>;
  /** Invalidates all issued access tokens. */
  revokeAccess(): void;
  /** Invalidates all issued refresh tokens. */
  revokeGrant(): void;
}

export const callFailure = (
  kind: CallFailure['kind'],
  code: string,
  retryAfterMs: number | null = null,
): CallFailure => ({ kind, code, message: `memory: ${code}`, retryAfterMs });

/** A listing for sale, with realistic defaults. */
export const remoteListing = (
  skuMarketplace: string,
  more: Partial<RemoteListing> = {},
): RemoteListing => ({
  skuMarketplace,
  sku: `SKU-${skuMarketplace}`,
  title: `Garrafa térmica ${skuMarketplace}`,
  imageUrl: `https://pictures.example/${skuMarketplace}.png`,
  link: `https://shop.example/${skuMarketplace}`,
  price: 8_990,
  shippingPrice: 0,
  currencyCode: 'BRL',
  countryCode: 'BR',
  stock: 12,
  status: 'ENABLED',
  condition: 'new',
  listingTypeId: 'gold_special',
  fulfillment: false,
  promotionStatus: 'none',
  catalogProductId: `P-${skuMarketplace}`,
  automation: null,
  sold: null,
  gtin: null,
  healthScore: null,
  groupType: 'none',
  variation: null,
  channels: [],
  tags: [],
  ...more,
});

/** @param lifeSeconds how long an access token works */
export function memoryMarketplace(
  clock: Clock,
  { sellerId = '424242', lifeSeconds = 6 * 3600 } = {},
): MemoryMarketplace {
  let made = 0;
  let access: { token: string; end: Date } | null = null;
  let grant: string | null = null;

  const hand = (): Credentials => {
    made += 1;
    access = { token: `access-${made}`, end: new Date(clock().getTime() + lifeSeconds * 1000) };
    grant = `refresh-${made}`;
    return {
      accessToken: access.token,
      refreshToken: grant,
      expiresAt: access.end,
      ...market.ends,
    };
  };
  const refusal = (session: AccountSession): CallFailure | null => {
    const good = access?.token === session.accessToken && access.end > clock();
    return good ? null : callFailure('unauthorized', 'invalid_token');
  };

  const market: MemoryMarketplace = {
    id: 2,
    slug: 'memory',
    limits: {},
    sellerId,
    listings: new Map(),
    calls: { authorize: 0, refresh: 0, scan: 0, getListings: 0, setPrice: 0, getFees: 0 },
    codes: new Set(),
    failures: { refresh: [], scan: [], getListings: [], getFees: [] },
    families: new Map(),
    healths: new Map(),
    feeOf: (price) => ({ feePercent: 12.5, feeFixed: Math.round(price / 20) }),
    hidden: new Set(),
    broken: new Map(),
    beforeAnswer: {},
    ends: {},
    revokeAccess: () => {
      access = null;
    },
    revokeGrant: () => {
      grant = null;
    },

    consent: {
      countries: ['BR'],
      pageOf: ({ state, codeChallenge }) =>
        `https://market.example/consent?state=${state}&code_challenge=${codeChallenge}`,
    },

    authorize({ code }) {
      market.calls.authorize += 1;
      const known = market.codes.delete(code);
      const answer: Awaited<ReturnType<Marketplace['authorize']>> = known
        ? ok([{ sellerId, nickname: 'LOJA DA MEMORIA', credentials: hand() }])
        : fail(callFailure('invalid', 'invalid_grant'));
      return Promise.resolve(answer);
    },

    async refresh(credentials) {
      market.calls.refresh += 1;
      const failure = market.failures.refresh.shift();
      if (failure !== undefined) return fail(failure);
      if (credentials.refreshToken !== grant) return fail(callFailure('invalid', 'invalid_grant'));
      const credentialsNow = hand();
      await market.beforeAnswer.refresh?.();
      return ok(credentialsNow);
    },

    async *scanListings(session) {
      market.calls.scan += 1;
      const ids = [...market.listings.keys()].filter((id) => !market.hidden.has(id));
      for (let start = 0; start < Math.max(ids.length, 1); start += PAGE) {
        const failure = refusal(session) ?? (start > 0 ? market.failures.scan.shift() : undefined);
        if (failure) {
          yield fail(failure);
          return;
        }
        yield ok(ids.slice(start, start + PAGE));
      }
    },

    async getListings(session, ids) {
      market.calls.getListings += 1;
      const failure = refusal(session) ?? market.failures.getListings.shift();
      if (failure) return fail(failure);
      const answers = new Map(
        ids.map((id): [string, Result<RemoteListing, CallFailure>] => {
          const broken = market.broken.get(id);
          const listing = market.listings.get(id);
          if (broken !== undefined) return [id, fail(broken)];
          return [id, listing ? ok({ ...listing }) : fail(callFailure('not_found', '404'))];
        }),
      );
      await market.beforeAnswer.getListings?.();
      return ok(answers);
    },

    getMarkets(session, targets, now) {
      const failure = refusal(session);
      if (failure) return Promise.resolve(fail(failure));
      const buybox = {
        status: 'NO_COMPETITOR' as const,
        winnerSellerId: null,
        priceToWin: null,
        reason: null,
      };
      const market = ok({ observedAt: now, buybox, offers: [] });
      return Promise.resolve(
        ok(new Map(targets.map(({ skuMarketplace }) => [skuMarketplace, market]))),
      );
    },

    getPrice(session, id) {
      const failure = refusal(session);
      if (failure) return Promise.resolve(fail(failure));
      const listing = market.listings.get(id);
      return Promise.resolve(listing ? ok(listing.price) : fail(callFailure('not_found', '404')));
    },

    setPrice(session, push) {
      market.calls.setPrice += 1;
      const failure = refusal(session);
      const listing = market.listings.get(push.skuMarketplace);
      if (failure) return Promise.resolve({ kind: 'failed', failure });
      if (!listing)
        return Promise.resolve({ kind: 'rejected', code: '404', message: 'No such ad' });
      market.listings.set(push.skuMarketplace, { ...listing, price: push.price });
      return Promise.resolve({ kind: 'confirmed', price: push.price });
    },

    getFees(session, targets) {
      market.calls.getFees += 1;
      const failure = refusal(session) ?? market.failures.getFees.shift();
      if (failure) return Promise.resolve(fail(failure));
      const answers = targets.map(({ skuMarketplace: sku, price }) => {
        const broken = market.broken.get(sku);
        return [sku, broken ? fail(broken) : ok(market.feeOf(price))] as const;
      });
      return Promise.resolve(ok(new Map<string, Result<Fee, CallFailure>>(answers)));
    },

    getVariations(session, sku) {
      const failure = refusal(session) ?? market.broken.get(sku);
      return Promise.resolve(failure ? fail(failure) : ok(market.families.get(sku) ?? []));
    },

    getHealth(session, sku) {
      const failure = refusal(session) ?? market.broken.get(sku);
      const nothing = { score: null, categories: [] };
      return Promise.resolve(failure ? fail(failure) : ok(market.healths.get(sku) ?? nothing));
    },

    decodeNotification: () => ok([]),
  };
  return market;
}
