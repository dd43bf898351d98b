// Companies that sell on Amazon, inserted by SQL, and the notifications with their market data. The product makes no
// requests: the notifications are its only input.
import type postgres from 'postgres';
import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import { RuleInput } from '../../pricing/contract.ts';
import { toStoredRule } from '../../pricing/engine/rule.ts';
import { MARKETPLACE } from '../../testing/marketplaces.ts';
import { seedCompany } from '../../testing/test-context.ts';

export interface TenantsListing {
  listingId: number;
  companyId: number;
  sellerId: string;
  asin: string;
  ruleId: number;
}

export interface TenantsSize {
  companies: number;
  /** Of each company. */
  listings: number;
  /** In each market, our own among them. */
  offers: number;
}

export interface Tenants {
  listings: TenantsListing[];
  /** Offers that each notification reports, our own among them. */
  offers: number;
}

const OWN_PRICE: Minor = 10_000;
/** The price of the unchanged competitors, and the first price of the changing one. */
const OTHERS_PRICE: Minor = 9_800;
const FIRST_PRICE: Minor = 8_000;
/** Amazon's store in Brazil. */
const STORE = 'A2Q3Y263D00KWC';

const { settings: SETTINGS } = toStoredRule(
  RuleInput.parse({
    name: 'Rule',
    listingIds: [1],
    strategy: 'WIN',
    minPrice: 10,
    maxPrice: 1_000,
    requiresApproval: true,
  }),
);

async function addCompany(
  owner: postgres.Sql,
  index: number,
  listings: number,
): Promise<TenantsListing[]> {
  const sellerId = `A2BENCH${String(index).padStart(6, '0')}`;
  const { companyId, accountId } = await seedCompany(owner, {
    name: `Bench ${index}`,
    email: `bench-${index}@example.test`,
    marketplaceId: MARKETPLACE.AMAZON,
    sellerId,
  });
  await owner`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
      currency_code, country_code, stock, status, condition, fulfillment, promotion_status, catalog_product_id,
      created_at, updated_at)
    select ${companyId}::bigint, ${accountId}::bigint, ${MARKETPLACE.AMAZON}::integer, 'B-' || n, 'Ad ' || n,
      ${OWN_PRICE}::bigint, 0, 'BRL', 'BR', 10, 'ENABLED', 'new', false, 'none',
      'B0' || lpad(${index}::text, 3, '0') || lpad(n::text, 5, '0'), now(), now()
    from generate_series(1, ${listings}::integer) n`;
  const [rule] = await owner<{ id: number }[]>`
    insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at,
      updated_at)
    values (${companyId}, 'Bench', 'own', 1, 'enabled', 1000, 100000, ${JSON.stringify(SETTINGS)}::jsonb, now(), now())
    returning id`;
  const ruleId = rule!.id;
  await owner`
    insert into rule_listing (company_id, rule_id, listing_id)
    select company_id, ${ruleId}::bigint, id from listing where company_id = ${companyId}`;
  return await owner<TenantsListing[]>`
    select id as "listingId", company_id as "companyId", ${sellerId}::text as "sellerId",
      catalog_product_id as asin, ${ruleId}::bigint as "ruleId"
    from listing where company_id = ${companyId} order by id`;
}

/** So many companies with so many listings each, all of one rule a company that answers every move of a competitor. */
export async function openTenants(owner: postgres.Sql, size: TenantsSize): Promise<Tenants> {
  const companies: TenantsListing[][] = [];
  for (let index = 1; index <= size.companies; index++)
    companies.push(await addCompany(owner, index, size.listings));
  // Notifications of one company are not consecutive.
  const listings = Array.from({ length: size.listings }, (_, n) =>
    companies.map((some) => some[n]!),
  ).flat();
  await owner`analyze`;
  return { listings, offers: size.offers };
}

const money = (amount: Minor) => ({ CurrencyCode: 'BRL', Amount: toAmount(amount) });

const offerOf = (sellerId: string, price: Minor, isFeatured: boolean) => ({
  SellerId: sellerId,
  SubCondition: 'new',
  SellerFeedbackRating: { FeedbackCount: 812, SellerPositiveFeedbackRating: 97 },
  ShippingTime: { MinimumHours: 24, MaximumHours: 48, AvailabilityType: 'NOW' },
  ListingPrice: money(price),
  Shipping: money(0),
  IsFulfilledByAmazon: false,
  PrimeInformation: { IsOfferPrime: false, IsOfferNationalPrime: false },
  IsFeaturedMerchant: true,
  IsBuyBoxWinner: isFeatured,
});

/** The price of the changing competitor in a round: different each time. */
export const rivalPrice = (round: number): Minor => FIRST_PRICE + round * TICK;

/** The notification of a competitor's move as EventBridge brings it. */
export function tenantsNotification(
  listing: TenantsListing,
  offers: number,
  round: number,
  now: Date,
): string {
  const at = now.toISOString();
  const own = offerOf(listing.sellerId, OWN_PRICE, false);
  const mover = offerOf('A3RIVAL0000001', rivalPrice(round), true);
  const others = Array.from({ length: Math.max(0, offers - 2) }, (_, n) =>
    offerOf(`A3RIVAL${String(n + 2).padStart(7, '0')}`, OTHERS_PRICE + n * TICK, false),
  );
  const list = [mover, ...others, own];
  const ApplicationId = 'amzn1.sellerapps.app.bench';
  return JSON.stringify({
    version: '0',
    id: crypto.randomUUID(),
    'detail-type': 'ANY_OFFER_CHANGED',
    source: `aws.partner/sellingpartnerapi.amazon.com/000000000000/${ApplicationId}`,
    account: '000000000000',
    time: at,
    region: 'us-east-1',
    resources: [],
    detail: {
      NotificationVersion: '1.0',
      NotificationType: 'ANY_OFFER_CHANGED',
      PayloadVersion: '1.0',
      EventTime: at,
      NotificationMetadata: {
        ApplicationId,
        SubscriptionId: crypto.randomUUID(),
        PublishTime: at,
        NotificationId: crypto.randomUUID(),
      },
      Payload: {
        AnyOfferChangedNotification: {
          SellerId: listing.sellerId,
          OfferChangeTrigger: {
            MarketplaceId: STORE,
            ASIN: listing.asin,
            ItemCondition: 'New',
            TimeOfOfferChange: at,
            OfferChangeType: 'Internal',
          },
          Summary: {
            NumberOfOffers: [
              { Condition: 'new', FulfillmentChannel: 'Merchant', OfferCount: list.length },
            ],
            BuyBoxPrices: [
              {
                Condition: 'new',
                LandedPrice: money(rivalPrice(round)),
                ListingPrice: money(rivalPrice(round)),
                Shipping: money(0),
                SellerId: 'A3RIVAL0000001',
              },
            ],
            TotalBuyBoxEligibleOffers: list.length,
          },
          Offers: list,
        },
      },
    },
  });
}
