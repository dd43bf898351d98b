// What Mercado Livre sends of Product Ads, as far as the product reads it.
import * as z from 'zod';
import { Key, listOf, maybe, Numeric, Text } from '../../../../kernel/lenient.ts';

/** Amounts are decimal, percentages are numbers of percent. */
const Metrics = z.object({
  prints: maybe(Numeric),
  clicks: maybe(Numeric),
  cost: maybe(Numeric),
  /** Sales by advertising, directly and indirectly. */
  advertising_items_quantity: maybe(Numeric),
  units_quantity: maybe(Numeric),
  total_amount: maybe(Numeric),
});

const Shares = z.object({
  impression_share: maybe(Numeric),
  top_impression_share: maybe(Numeric),
  lost_impression_share_by_budget: maybe(Numeric),
  lost_impression_share_by_ad_rank: maybe(Numeric),
  acos_benchmark: maybe(Numeric),
});

/** The two targets mean the same: until the end of 2025 there was only the ACOS. */
export const Campaign = z.object({
  id: Key,
  name: Text,
  status: Text,
  budget: maybe(Numeric),
  roas_target: maybe(Numeric),
  acos_target: maybe(Numeric),
  date_created: maybe(Text),
  metrics: maybe(Shares),
});
export type Campaign = z.infer<typeof Campaign>;

export const FoundAd = z.object({
  item_id: Key,
  /** 0: in no campaign. */
  campaign_id: maybe(Key),
  ad_group_id: maybe(Key),
  title: maybe(Text),
  family_name: maybe(Text),
  status: Text,
});
export type FoundAd = z.infer<typeof FoundAd>;

export const AdGroup = z.object({ id: maybe(Key), status: maybe(Text) });

export const Found = z.object({
  results: z.array(z.unknown()),
  paging: maybe(z.object({ total: maybe(Numeric) })),
});

export const Days = listOf(Metrics.extend({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}/) }));
export type Days = z.infer<typeof Days>;
