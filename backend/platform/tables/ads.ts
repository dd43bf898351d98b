import type { Generated, GeneratedAlways } from 'kysely';

/** Amounts are minor units; `remote_id` is the marketplace's own. */
interface Figures {
  impressions: number;
  clicks: number;
  cost: number;
  orders: number;
  units: number;
  sales: number;
  read_at: Date;
}

/** The tables of advertising. */
export interface AdsTables {
  ads_advertiser: {
    company_id: number;
    account_id: number;
    advertiser_id: string;
    name: string;
    currency_code: string;
    country_code: string;
    time_zone: string;
    capabilities: unknown;
    status: string;
    message: string | null;
    sealed: Uint8Array | null;
    connected_at: Date;
    read_at: Date | null;
    figures_at: Date | null;
    probed_at: Date | null;
  };
  ads_campaign: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    remote_id: string;
    name: string;
    status: string;
    serving: string | null;
    type: string;
    bidding_strategy: string | null;
    placements: unknown;
    daily_budget: number;
    roas_target: number | null;
    shares: unknown;
    start_date: string | null;
    end_date: string | null;
    strategy: string;
    goal_acos: number | null;
    automation: Generated<string>;
    decided_at: Date | null;
    /** What steers its bids to its target; null: it was not steered yet. */
    ros_multiplier: number | null;
    steered_on: string | null;
    is_listed: boolean;
    read_at: Date;
  };
  ads_group: {
    company_id: number;
    id: GeneratedAlways<number>;
    campaign_id: number;
    remote_id: string;
    name: string;
    status: string;
    default_bid: number | null;
    is_listed: boolean;
    read_at: Date;
  };
  ads_ad: {
    company_id: number;
    id: GeneratedAlways<number>;
    campaign_id: number;
    group_id: number;
    remote_id: string;
    sku_marketplace: string;
    status: string;
    serving: string | null;
    is_listed: boolean;
    read_at: Date;
  };
  ads_target: {
    company_id: number;
    id: GeneratedAlways<number>;
    campaign_id: number;
    group_id: number | null;
    remote_id: string;
    kind: string;
    is_negative: boolean;
    match_type: string;
    text: string;
    status: string;
    bid: number | null;
    changed_elsewhere_at: Date | null;
    is_listed: boolean;
    read_at: Date;
  };
  ads_campaign_day: Figures & { company_id: number; campaign_id: number; day: string };
  ads_target_day: Figures & { company_id: number; target_id: number; day: string };
  ads_report: {
    company_id: number;
    account_id: number;
    report: string;
    from_day: string;
    to_day: string;
    remote_id: string | null;
    asked_at: Date | null;
  };
  ads_change: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    campaign_id: number;
    object: string;
    object_id: number;
    field: string;
    before_value: string | null;
    after_value: string | null;
    state: string;
    version: Generated<number>;
    calling_since: Date | null;
    attempts: Generated<number>;
    code: string | null;
    message: string | null;
    reason: unknown;
    undoes: number | null;
    created_by: number | null;
    created_at: Date;
    decided_by: number | null;
    settled_at: Date | null;
  };
  /** One status for many campaigns; `claim` names the lease whose work counts while it runs. */
  ads_bulk: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    state: string;
    status: 'ENABLED' | 'PAUSED' | null;
    done: Generated<number>;
    total: Generated<number>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  ads_bulk_item: {
    company_id: number;
    bulk_id: number;
    seq: number;
    campaign_id: number;
    change_id: number | null;
    code: string | null;
    undone: boolean | null;
  };
  ads_campaign_tag: { company_id: number; campaign_id: number; tag: string };
  ads_setting: { company_id: number; requires_approval: boolean };
  ads_creation: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    name: string;
    draft: unknown;
    state: string;
    version: Generated<number>;
    calling_since: Date | null;
    attempts: Generated<number>;
    code: string | null;
    campaign_id: number | null;
    created_by: number | null;
    created_at: Date;
    moved_at: Date;
    settled_at: Date | null;
  };
  ads_creation_step: {
    company_id: number;
    creation_id: number;
    position: number;
    part: string;
    parent: number | null;
    name: string;
    body: unknown;
    state: string;
    was_sent: Generated<boolean>;
    remote_id: string | null;
    code: string | null;
    message: string | null;
  };
  ads_draft: {
    company_id: number;
    person_id: number;
    content: unknown;
    version: number;
    saved_at: Date;
    creation_id: number | null;
  };
}
