import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of rules, and pricing's data of listings. */
export interface RuleTables {
  rule: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    origin: string;
    version: number;
    status: string;
    min_price: number | null;
    max_price: number | null;
    settings: Json<object>;
    created_by: number | null;
    created_at: Date;
    updated_at: Date;
  };
  rule_listing: { company_id: number; rule_id: number; listing_id: number };
  /** How many listings a company has, in parts to be summed; written by the database itself. */
  listing_tally: {
    company_id: number;
    backend: number;
    listings: number;
    losing: number;
    ruled: number;
  };
  listing_pricing: {
    listing_id: number;
    company_id: number;
    last_set_price: number | null;
    dismissed_price: number | null;
    dismissed_fingerprint: string | null;
    /** The engine's memory, as serialized by pricing. */
    memory: Json<object | null>;
    /** By hours since 1970 the lowest and highest price: see `pricing/day-prices.ts`. */
    day_prices: Json<Record<string, [number, number]> | null>;
    /** Whether the buybox was held at the latest decision, and when it was lost since. */
    wins_buybox: Generated<boolean>;
    buybox_lost_at: Generated<Date | null>;
    /** The limit of pace that holds a price, and until when. */
    held_by: Generated<string | null>;
    held_until: Generated<Date | null>;
  };
  /** Backtests of rules; `claim` names the lease whose work counts while one runs. */
  backtest: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    rule: Json<object>;
    listing_ids: Json<number[]>;
    days: number;
    units_per_day: number;
    state: string;
    done: Generated<number>;
    total: Generated<number>;
    report: Json<object | null>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  backtest_change: {
    company_id: number;
    backtest_id: number;
    seq: number;
    listing_id: number;
    at: Date;
    old_price: number;
    new_price: number;
    event_type: string;
    price_tag: string;
    rival: Json<object | null>;
    explanation: Json<object>;
  };
  /** Changes of many rules by one request; `claim` names the lease of the running work. */
  rule_batch: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    kind: string;
    state: string;
    content: Json<object>;
    locale: string;
    done: Generated<number>;
    total: Generated<number>;
    report: Json<object | null>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  rule_batch_file: { company_id: number; batch_id: number; bytes: Uint8Array };
  rule_batch_row: {
    company_id: number;
    batch_id: number;
    seq: number;
    line: number | null;
    cells: Json<string[] | null>;
    listing_id: number | null;
    rule_id: number | null;
    state: string;
    kind: string | null;
    codes: Json<object | null>;
    patch: Json<object | null>;
    before: Json<object | null>;
    after: Json<object | null>;
    version: number | null;
    undo_code: string | null;
  };
  /** Every observed change of a listing's price; written by a trigger. */
  listing_price_change: {
    company_id: number;
    id: GeneratedAlways<number>;
    listing_id: number;
    at: Date;
    old_price: number;
    new_price: number;
  };
  listing_ad_figures: {
    company_id: number;
    listing_id: number;
    spend: number;
    sales: number;
    days: number;
    until: Date;
    updated_at: Date;
  };
  /** Which listings matched when a person chose all of them. */
  list_selection: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    question: Json<object>;
    count: number;
    at: Date;
  };
  list_selection_part: {
    company_id: number;
    selection_id: number;
    part: number;
    listing_ids: number[];
  };
  /** The texts by which a listing is searched; written by the database itself. */
  listing_search: { company_id: number; listing_id: number; words: string };
}
