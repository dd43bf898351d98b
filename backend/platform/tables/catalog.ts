import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of accounts and their listings. */
export interface CatalogTables {
  account: {
    id: GeneratedAlways<number>;
    company_id: number;
    marketplace_id: number;
    seller_id: string;
    name: string;
    status: string;
    created_at: Date;
    last_synced_at: Date | null;
    /** Null: connected before this column existed. */
    country_code: string | null;
    /** When the connection ended last; null: it never did. */
    ended_at: Generated<Date | null>;
    /** The marketplace's message; null: a user ended it. */
    end_message: Generated<string | null>;
  };
  /** A person's way to a marketplace's consent and back. */
  account_grant: {
    company_id: number;
    state_hash: string;
    person_id: number;
    marketplace_id: number;
    country_code: string;
    account_id: number | null;
    sealed_verifier: Uint8Array;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** The progress of fetching an account's listings. */
  account_sync: {
    company_id: number;
    account_id: number;
    state: string;
    at: Date;
    found: number | null;
    taken: number;
    failure: string | null;
    message: string | null;
  };
  /** The state of the notifications of an account. */
  account_webhook: {
    company_id: number;
    account_id: number;
    notified_at: Date | null;
    subscribed_at: Date | null;
    failure: string | null;
    message: string | null;
  };
  account_credentials: {
    account_id: number;
    company_id: number;
    sealed: Uint8Array;
    expires_at: Date;
    updated_at: Date;
    /** When the seller's authorization ends; null: it has no end, or none is reported. */
    authorization_ends_at: Date | null;
    /** When the refresh token ends unless it is used before; null likewise. */
    refresh_ends_at: Date | null;
    /** The days before the authorization's end of which the company was last notified. */
    notified_days: number | null;
  };
  /** The secret that verifies the notifications of an account, if each subscription has a separate one. */
  notification_secret: {
    company_id: number;
    account_id: number;
    topic: string;
    sealed: Uint8Array;
    issued_at: Date;
    /** Null: it is the present one. */
    replaced_at: Date | null;
  };
  /** The last notifications of each account with what their proof came to; only a stage environment writes it. */
  received_notification: {
    company_id: number;
    account_id: number;
    id: GeneratedAlways<number>;
    received_at: Date;
    topic: string;
    proof: string;
  };
  listing: {
    id: GeneratedAlways<number>;
    company_id: number;
    account_id: number;
    marketplace_id: number;
    sku_marketplace: string;
    sku: string | null;
    title: string;
    /** The title as lists are ordered by it, in lower case. */
    title_order: GeneratedAlways<string>;
    image_url: string | null;
    link: string | null;
    price: number;
    /** Null: not reported. */
    shipping_price: number | null;
    currency_code: string;
    country_code: string;
    stock: number;
    status: string;
    condition: string;
    listing_type_id: string | null;
    fulfillment: boolean;
    promotion_status: string;
    catalog_product_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** Amounts in minor units; null: not known. */
  listing_cost: {
    company_id: number;
    listing_id: number;
    cost: number | null;
    tax_percent: number | null;
    fee_percent: number | null;
    fee_fixed: number | null;
    fee_source: string | null;
    fee_at: Date | null;
    fee_asked_at: Date | null;
    fee_failure: string | null;
    /** The minimum by the fee at the present price, for which the fee is requested too; null: none. */
    floor_base: number | null;
    /** The price of the next or last request. */
    floor_price: number | null;
    /** What was reported for this base, by price. */
    floor_fees: unknown;
    floor_asked_at: Date | null;
    updated_at: Date;
  };
  /** What a marketplace reports of a listing in addition to its content. */
  listing_particulars: {
    company_id: number;
    listing_id: number;
    automated_since: Date | null;
    automation_name: string | null;
    sold: number | null;
    gtin: string | null;
    told_at: Date;
    /** 0 to 100; null: not worked out yet. */
    health_score: number | null;
    group_type: Generated<string>;
    variation: string | null;
    channels: Generated<string[]>;
    tags: Generated<string[]>;
    /** The listing that it was made of, by its code, whose price and stock it shares. */
    made_of: Generated<string | null>;
    /** Null: not reported. */
    brand: Generated<string | null>;
  };
}
