import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of the listings' markets. */
export interface MonitoringTables {
  market_snapshot: {
    id: GeneratedAlways<number>;
    company_id: number;
    listing_id: number;
    observed_at: Date;
    own_price: number;
    buybox_status: string;
    winner_seller_id: string | null;
    price_to_win: number | null;
    reason: string | null;
    /** The fields without a column: see `monitoring/offers.ts`. */
    details: Generated<string | null>;
    /** The format of the previous version: null, except while a process of it runs. */
    offers: Json<object | null>;
    /** The format of `monitoring/offers.ts`; null: the previous version wrote the row. */
    packed: Generated<string | null>;
    /** The observation before, where it was a day ago or more; null: it was not. */
    unseen_since: Generated<Date | null>;
  };
  market: {
    listing_id: number;
    company_id: number;
    snapshot_id: number;
    observed_at: Date;
    buybox_status: string;
    fingerprint: string;
    winner_name: string | null;
    winner_price: number | null;
    best_rival_price: number | null;
    /** Null: the marketplace does not report who else sells the product. */
    rivals: number | null;
    /** The snapshot for which the next five columns are valid; the previous version does not write them. */
    essence_of: Generated<number | null>;
    own_price: Generated<number | null>;
    winner_seller_id: Generated<string | null>;
    price_to_win: Generated<number | null>;
    reason: Generated<string | null>;
    changed_at: Generated<Date | null>;
    /** The listing's price, copied by a trigger; and how far it is above the winner's. */
    price: Generated<number>;
    gap: GeneratedAlways<number | null>;
    gap_percent: GeneratedAlways<number | null>;
    /** The costs of the listing and the fees, as a fixed amount and as a percentage of the price; null: not all is known. */
    unit_cost: Generated<number | null>;
    unit_fixed: Generated<number | null>;
    unit_percent: Generated<number | null>;
    contribution_to_win: GeneratedAlways<number | null>;
  };
  /** The seller to whom a listing lost its buybox, and for how long; open if `until` is null. */
  buybox_loss: {
    company_id: number;
    listing_id: number;
    account_id: number;
    since: Date;
    until: Date | null;
    seller_id: string | null;
    seller_name: string | null;
    gap_percent: number | null;
    fulfillment: boolean | null;
  };
  /** Which competitors were seen with which listings. */
  competitor_listing: {
    company_id: number;
    marketplace_id: number;
    seller_id: string;
    listing_id: number;
    seller_name: string;
    first_seen_at: Date;
    last_seen_at: Date;
    lowest_price: number | null;
    lowest_at: Date | null;
  };
  /** Up to which snapshots they are aggregated. */
  competitor_fold: {
    company_id: number;
    again_id: number;
    settled_id: number;
    next_id: number;
    next_at: Date;
    folded_at: Date | null;
  };
  /** In which hours of the week a listing lost its buybox lately: '1-9' is Monday at nine. */
  buybox_lost_hours: { company_id: number; listing_id: number; hours: string[] };
  /** The charts above the list of monitoring, of one account, or of all: 0. */
  buybox_overview: {
    company_id: number;
    account_id: number;
    at: Date;
    content: unknown;
  };
  /** Suspect prices of competitors, until they are plausible again. */
  suspect_price: {
    company_id: number;
    listing_id: number;
    marketplace_id: number;
    seller_id: string;
    offer_id: string;
    price: number;
    seen_at: Date;
    state: 'suspect' | 'confirmed' | 'refused';
  };
  /** Alerts about a listing or an account: see `monitoring/alerts/`. */
  monitoring_alert: {
    company_id: number;
    kind: string;
    about_id: number;
    subject: string;
    phase: 'begins' | 'holds' | 'ends';
    since: Date;
    /** When it is announced; null: it was. */
    due_at: Date | null;
    facts: Json<Record<string, string | number | null>>;
  };
  monitoring_setting: {
    company_id: number;
    hold_minutes: number;
    many_lost: number;
    own_brands: string[];
  };
  /** A view: up to which price enabled rules may raise listings. */
  listing_maximum: { company_id: number; listing_id: number; max_price: number };
  failed_look: {
    company_id: number;
    listing_id: number;
    failures: number;
    code: string;
    failed_at: Date;
    again_at: Date;
  };
  /** A view: the listings whose price is automated now. */
  listing_at_stake: { company_id: number; listing_id: number };
  /** A view: the listings whose buybox a seller wants to keep. */
  listing_in_contest: { company_id: number; listing_id: number; title: string };
  /** Buffered notifications, as JSON. */
  waiting_notice: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    body: string;
  };
}
