import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of watched competitors. */
export interface WatchTables {
  watched_competitor: {
    company_id: number;
    id: GeneratedAlways<number>;
    listing_id: number;
    marketplace_id: number;
    country_code: string;
    product_id: string;
    item_id: string | null;
    seller_id: string | null;
    link: string;
    /** As it was pasted, while the product of its listing is looked for. */
    search_link: string | null;
    is_paused: Generated<boolean>;
    state: string;
    reason: string | null;
    comparison: string;
    decided_by: string | null;
    decided_at: Date | null;
    title: string | null;
    brand: string | null;
    gtin: string | null;
    image_url: string | null;
    evidence: Generated<object>;
    may_confirm: Generated<boolean>;
    identified_at: Date | null;
    offer: Json<object | null>;
    pending: Json<object | null>;
    source: string | null;
    seen_at: Date | null;
    next_look_at: Date | null;
    failures: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  /** The price of a watched competitor from an instant on, written by a trigger; null: no price that counts is known. */
  watched_price: {
    company_id: number;
    competitor_id: number;
    at: Date;
    price: number | null;
  };
  /** Of each listing, kept by the database: its competitors, those whose price is known, and their lowest price. */
  watched_sum: {
    company_id: number;
    listing_id: number;
    watched: number;
    ready: number;
    price: number | null;
  };
  match_decision: {
    company_id: number;
    listing_id: number;
    marketplace_id: number;
    country_code: string;
    product_id: string;
    basis: string;
    is_accepted: boolean;
    person_id: number | null;
    decided_at: Date;
  };
}
