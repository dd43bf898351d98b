import type { Generated, GeneratedAlways } from 'kysely';

/** Days are texts, `2026-03-02`, of the account's own time zone; amounts are minor units. */
interface Sums {
  orders: number;
  units: number;
  revenue: number;
  shipping: number;
  cancelled_units: number;
  refunded_units: number;
  refunds: number;
  /** The revenue for which refunds are reported; likewise the next. */
  refunds_of: number;
  fees: number;
  fees_of: number;
  goods: number;
  goods_of: number;
  tax: number;
  tax_of: number;
  margin: number;
  margin_of: number;
  won_units: number;
  shared_units: number;
  lost_units: number;
}

/** The tables of orders, shipments and their sums. */
export interface SalesTables {
  order_line: {
    company_id: number;
    account_id: number;
    order_id: string;
    line: string;
    day: string;
    ordered_at: Date;
    updated_at: Date;
    recorded_at: Date;
    /** 0: the listing is not known. */
    listing_id: number;
    sku_marketplace: string;
    currency_code: string;
    state: string;
    units: number;
    price: number | null;
    shipping: number | null;
    fee: number | null;
    refunded_units: number | null;
    refunded: number | null;
    counts_order: boolean;
    held: string;
    cost: number | null;
    tax_percent: number | null;
    fee_percent: number | null;
    fee_fixed: number | null;
  };
  listing_day: Sums & {
    company_id: number;
    day: string;
    account_id: number;
    listing_id: number;
    currency_code: string;
    counted_orders: number;
  };
  account_day: Sums & {
    company_id: number;
    account_id: number;
    day: string;
    currency_code: string;
  };
  dirty_day: {
    company_id: number;
    day: string;
    account_id: number;
    listing_id: number;
    marked_at: Date;
  };
  shipment: {
    company_id: number;
    account_id: number;
    order_id: string;
    shipment_id: string;
    state: string;
    carrier: string | null;
    tracking_number: string | null;
    shipped_at: Date | null;
    delivered_at: Date | null;
    ordered_at: Date;
    updated_at: Date;
    recipient_name: string | null;
    postal_code: string | null;
    city: string | null;
    region: string | null;
    country_code: string | null;
  };
  /** Whom orders were shipped to and with. */
  shipment_name: {
    company_id: number;
    id: GeneratedAlways<number>;
    kind: string;
    name: string;
    plain_name: string;
    ordered_at: Date;
  };
  source_day: {
    company_id: number;
    account_id: number;
    source: string;
    day: string;
    state: string;
    pulled_at: Date;
    settled_at: Date | null;
  };
  marketplace_day: {
    company_id: number;
    account_id: number;
    day: string;
    currency_code: string;
    orders: number;
    units: number;
    sales: number;
  };
  order_feed: {
    company_id: number;
    account_id: number;
    read_until: Date;
    reading_from: Date | null;
    reading_to: Date | null;
    cursor: string | null;
    past_from: Date;
    past_begun: Date;
    past_until: Date;
    past_cursor: string | null;
    past_orders: number;
    failure: string | null;
    message: string | null;
    failed_at: Date | null;
    /** Every refund that was posted until then is read; null: none is. */
    refunds_until: Date | null;
    /** What was paid back is known of orders that were made since then; null: of none. */
    refunds_from: Date | null;
  };
  order_refund: {
    company_id: number;
    account_id: number;
    order_id: string;
    refund_id: string;
    updated_at: Date;
    items: { sku: string; amount: number }[];
  };
  /** Changes of the states of listings that are not summed yet; written by triggers. */
  buybox_change: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    listing_id: number;
    state: string;
    at: Date;
  };
  listing_buybox: {
    company_id: number;
    listing_id: number;
    account_id: number;
    state: string;
    since: Date;
    known_from: Date;
  };
  buybox_interval: {
    company_id: number;
    listing_id: number;
    since: Date;
    until: Date;
    state: string;
  };
  /** Percent of the time that was seen; null: none was. */
  buybox_share: {
    company_id: number;
    listing_id: number;
    account_id: number;
    share_day: number | null;
    share_week: number | null;
    share_month: number | null;
    /** It loses its buybox now. */
    is_losing: Generated<boolean>;
  };
  buybox_open_day: {
    company_id: number;
    account_id: number;
    day: string;
    state: string;
    listings: number;
    absent_ms: number;
  };
  account_buybox_day: {
    company_id: number;
    account_id: number;
    day: string;
    won_ms: number;
    shared_ms: number;
    losing_ms: number;
    barred_ms: number;
    unseen_ms: number;
  };
}
