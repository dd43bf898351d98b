// What was sold by day, and how that compares with what the marketplaces count.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';

/** The most days of one query. */
export const MAX_SALES_DAYS = 400;

/** A sum that is known for a part of the sales, with the revenue of that part; null: it is known for none. */
export const PartlyKnown = z.object({ amount: z.number(), ofRevenue: Amount }).nullable();

/** The sums of one day's orders in one currency. Days are by when it was ordered; cancelled orders do not count. */
export const SalesSums = z.object({
  currencyCode: CurrencyCode,
  orders: z.int(),
  units: z.int(),
  /** Price times units, shipping left out. Refunds are not subtracted. */
  revenue: Amount,
  /** What buyers paid for shipping, as far as it is reported. */
  shipping: Amount,
  cancelledUnits: z.int(),
  refundedUnits: z.int(),
  /** What was paid back of the orders of the day, whenever that was. */
  refunds: PartlyKnown,
  fees: PartlyKnown,
  /** What the goods cost the seller. */
  goods: PartlyKnown,
  tax: PartlyKnown,
  /** Revenue less fees, tax and goods, before refunds and advertising. */
  contribution: PartlyKnown,
  /** Units by who held the buybox as they were ordered. */
  held: z.object({ won: z.int(), shared: z.int(), lost: z.int(), unknown: z.int() }),
});
export type SalesSums = z.infer<typeof SalesSums>;

/** Seconds that listings were for sale and competed for a buybox, summed over the listings, by who held it. */
export const BuyboxTime = z.object({
  /** They alone, or without a competitor. */
  won: z.int(),
  /** They with others. */
  shared: z.int(),
  /** Another seller. */
  losing: z.int(),
  /** Another seller, as the listings do not qualify. */
  barred: z.int(),
  /** It is not known: they were not observed for a day. */
  unseen: z.int(),
});
export type BuyboxTime = z.infer<typeof BuyboxTime>;

/** `open`: not over. `settling`: may still change. `unknown`: not read, so nothing is known of it. */
export const DayState = z.enum(['open', 'settling', 'settled', 'unknown']);
export type DayState = z.infer<typeof DayState>;

export const SalesDay = z.object({
  day: Day,
  state: DayState,
  /** One entry for each currency; empty: nothing was sold. Null: not known. */
  sums: z.array(SalesSums).nullable(),
  /** Null: nothing is known of who held the buybox. */
  buybox: BuyboxTime.nullable(),
});
export type SalesDay = z.infer<typeof SalesDay>;

export const AccountSales = z.object({
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  /** Where its days begin and end. */
  timeZone: z.string(),
  /** Every change of its orders until then is read; null: its orders are not read. */
  readUntil: Instant.nullable(),
  days: z.array(SalesDay),
});
export type AccountSales = z.infer<typeof AccountSales>;

/** Days, both included; by default the 30 days up to the present one. */
export const DaysQuery = z.object({
  from: Day.optional(),
  to: Day.optional(),
  accountId: Id.optional(),
});
export type DaysQuery = z.infer<typeof DaysQuery>;

export const salesDays = endpoint({
  method: 'get',
  path: '/v1/sales/days',
  access: 'company',
  needs: 'read',
  tag: 'sales',
  summary:
    'Gets what each account, or one listing, sold by day, and for how long it held the buybox',
  query: DaysQuery.extend({ listingId: Id.optional() }),
  answer: z.object({ from: Day, to: Day, accounts: z.array(AccountSales) }),
});

/** What was sold on a day, as orders, units and money. */
export const Counted = z.object({ orders: z.int(), units: z.int(), sales: Amount });
export type Counted = z.infer<typeof Counted>;

/** A day of an account, here and at its marketplace. */
export const ReconciledDay = z.object({
  accountId: Id,
  day: Day,
  currencyCode: CurrencyCode,
  /** Null: the orders of the day are not read to its end. */
  ours: Counted.nullable(),
  /** Null: the marketplace's sums of the day were not requested, or it did not answer. */
  marketplace: Counted.nullable(),
  /** Ours less the marketplace's; null where one of them is. */
  difference: z
    .object({
      orders: z.int(),
      units: z.int(),
      sales: z.number(),
      /** Of the marketplace's sales, in percent; null: it counts none. */
      percent: z.number().nullable(),
    })
    .nullable(),
});
export type ReconciledDay = z.infer<typeof ReconciledDay>;

export const reconciliation = endpoint({
  method: 'get',
  path: '/v1/sales/reconciliation',
  access: 'company',
  needs: 'read',
  tag: 'sales',
  summary: "Compares the day sums of accounts with their marketplaces' own, for days that are over",
  query: DaysQuery,
  answer: z.object({
    from: Day,
    to: Day,
    accounts: z.array(
      z.object({
        accountId: Id,
        accountName: z.string(),
        marketplaceId: MarketplaceId,
        timeZone: z.string(),
        /** When the marketplace's sums were last requested; null: never, or it has none. */
        askedAt: Instant.nullable(),
      }),
    ),
    days: z.array(ReconciledDay),
  }),
});
