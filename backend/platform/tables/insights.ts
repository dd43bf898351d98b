import type { GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of advice; amounts are minor units of `currency_code`. */
export interface InsightsTables {
  recommendation: {
    company_id: number;
    id: GeneratedAlways<number>;
    kind: string;
    reason: string;
    /** `listing:1`, `campaign:2`, `target:3`. */
    subject: string;
    listing_id: number | null;
    campaign_id: number | null;
    target_id: number | null;
    account_id: number;
    currency_code: string;
    state: string;
    is_primary: boolean;
    act: string;
    /** What accepting it does; null: a person does it elsewhere. */
    change: Json<object | null>;
    effect: number | null;
    effect_low: number | null;
    effect_high: number | null;
    score: number;
    assumed: string[];
    confidence: string;
    facts: Json<object>;
    fingerprint: string;
    opened_at: Date;
    changed_at: Date;
    snoozed_until: Date | null;
    dismissed: Json<object | null>;
    decided_by: number | null;
    undo: Json<object | null>;
    measured: Json<object | null>;
  };
  /** When a company's listings and campaigns were last evaluated, and the number of listings at each stage. */
  recommendation_pass: {
    company_id: number;
    evaluated_at: Date;
    stages: Json<object>;
    contributions: Json<object>;
    not_earned: Json<object>;
  };
}
