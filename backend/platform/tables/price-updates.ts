import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of price updates and their undos. */
export interface PriceUpdateTables {
  price_update: {
    id: GeneratedAlways<number>;
    company_id: number;
    rule_id: number;
    rule_version: number;
    listing_id: number;
    snapshot_id: number | null;
    state: string;
    version: Generated<number>;
    operation_key: string;
    event_type: string;
    price_tag: string;
    strategy: string;
    old_price: number;
    new_price: number;
    min_price: number | null;
    max_price: number | null;
    safe_margin: number;
    rival: Json<object | null>;
    ranking_type: string;
    ranking_status: string;
    regained_control: boolean;
    explanation: Json<object>;
    currency_code: string;
    country_code: string;
    reverts: number | null;
    decided_by: number | null;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    calling_since: Date | null;
    /** The marketplace's id of an accepted price, until its result is known. */
    trace: string | null;
    failure: Json<{
      code: string;
      message: string;
      mover?: 'automation' | 'promotion' | 'other_tool';
    } | null>;
    created_at: Date;
    moved_at: Date;
  };
  /** The slots of updates that wait or are being sent; written by triggers. */
  price_update_slot: {
    company_id: number;
    listing_id: number;
    slot: string;
    update_id: number;
    created_at: Date;
  };
  /** Undos of many price updates; `claim` names the lease whose work counts while one runs. */
  price_undo: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    state: string;
    rule: string;
    content: Json<object>;
    seen_at: Date;
    done: Generated<number>;
    total: Generated<number>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  price_undo_ad: {
    company_id: number;
    undo_id: number;
    seq: number;
    listing_id: number | null;
    rule_id: number | null;
    update_ids: Json<number[]>;
    taken: number;
    kept: number;
    price: number | null;
    restore_price: number | null;
    below_minimum: boolean;
    below_cost: boolean;
    large_drop: boolean;
    state: string;
    code: string | null;
    /** The price update that restores the price; null: none yet. */
    update_id: number | null;
  };
  price_drop: { company_id: number; update_id: number; left_at: Date };
}
