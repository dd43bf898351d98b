// The lines of orders, as a list.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

/** `pending`: not paid yet. `refunded`: everything was paid back. */
export const LineState = z.enum(['pending', 'paid', 'cancelled', 'refunded']);
export type LineState = z.infer<typeof LineState>;

/** Who held the buybox as it was ordered: the listing alone, the listing with others, another seller. */
export const Held = z.enum(['won', 'shared', 'lost', 'unknown']);
export type Held = z.infer<typeof Held>;

export const ShipmentState = z.enum([
  'pending',
  'shipped',
  'delivered',
  'not_delivered',
  'cancelled',
]);

/** One listing's part of an order; what is null is not known. */
export const OrderLine = z.object({
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  orderId: z.string(),
  line: z.string(),
  orderedAt: Instant,
  /** In the time zone of the account. */
  day: Day,
  /** When the marketplace last changed the order, as far as it was read. */
  updatedAt: Instant,
  state: LineState,
  /** Null: the listing is not known here. */
  listingId: Id.nullable(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  skuMarketplace: z.string(),
  currencyCode: z.string(),
  units: z.int(),
  /** Of one unit. */
  price: Amount.nullable(),
  /** Of the line: price times units. */
  amount: Amount.nullable(),
  /** What the buyer paid for shipping the line. */
  shippingPrice: Amount.nullable(),
  refundedUnits: z.int().nullable(),
  refundedAmount: Amount.nullable(),
  held: Held,
  /** Of the line, as known when it was recorded. */
  cost: Amount.nullable(),
  tax: Amount.nullable(),
  fee: Amount.nullable(),
  /** `marketplace`: reported with the order. `estimate`: by the listing's fee when the line was recorded. */
  feeSource: z.enum(['marketplace', 'estimate']).nullable(),
  /** The least advanced of the order's shipments; null: none is known. */
  shipmentState: ShipmentState.nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

const text = { type: 'text' } as const;
const whole = { type: 'numeric', values: 'whole' } as const;

/** By what lines of orders are filtered and ordered. */
export const ORDER_FIELDS = listFields({
  orderedAt: { type: 'date' },
  orderId: text,
  state: { type: 'select', options: LineState.options },
  held: { type: 'select', options: Held.options },
  units: whole,
  price: { type: 'monetary' },
  amount: { type: 'monetary' },
  title: text,
  sku: text,
  skuMarketplace: text,
  listingId: whole,
  marketplaceId: { type: 'select', values: 'whole' },
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: text,
  currencyCode: text,
});
export type OrderField = keyof typeof ORDER_FIELDS;

/** The most days of one list. */
export const MAX_ORDER_DAYS = 400;

export const queryOrders = endpoint({
  method: 'post',
  path: '/v1/sales/orders/query',
  access: 'company',
  needs: 'read',
  tag: 'orders',
  summary: 'Lists lines of orders by filters and order; of 30 days where no range is given',
  query: PageQuery.extend({ from: Instant.optional(), to: Instant.optional() }),
  body: ListBody,
  answer: pageOf(OrderLine),
});
