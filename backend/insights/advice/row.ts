// Advice as it is read, beside what it is about.
import type { AdviceKind, AdviceState, Assumed } from '../contract.ts';
import type { AdviceChange, Facts } from './rules/advice.ts';

export interface Row {
  id: number;
  kind: AdviceKind;
  subject: string;
  reason: string;
  state: AdviceState;
  act: string;
  change: AdviceChange | null;
  is_primary: boolean;
  listing_id: number | null;
  campaign_id: number | null;
  target_id: number | null;
  title: string | null;
  code: string | null;
  image_url: string | null;
  account_id: number;
  account_name: string;
  marketplace_id: number;
  currency_code: string;
  effect: number | null;
  effect_low: number | null;
  effect_high: number | null;
  assumed: Assumed[];
  confidence: string;
  facts: Facts;
  fingerprint: string;
  opened_at: Date;
  changed_at: Date;
  snoozed_until: Date | null;
  dismissed: { reason: string } | null;
  undo: object | null;
}
