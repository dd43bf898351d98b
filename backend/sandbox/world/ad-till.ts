// What campaigns show within one draft, before it is added to the ledger.
import { type AdDay, campaignKeyOf } from './ads-book.ts';
import type { Draft } from './draft.ts';

/** Changed in place by the draft that owns it: by key, then by day. */
export type AdTill = Map<string, Map<number, AdDay>>;

const NO_DAY = { prints: 0, clicks: 0, spend: 0 };

/** Counts what was shown, clicked and paid under a key. */
export function countAd(till: AdTill, key: string, day: number, by: Omit<AdDay, 'day'>): void {
  const days = till.get(key) ?? new Map<number, AdDay>();
  till.set(key, days);
  const before = days.get(day) ?? { day, ...NO_DAY };
  days.set(day, {
    day,
    prints: before.prints + by.prints,
    clicks: before.clicks + by.clicks,
    spend: before.spend + by.spend,
  });
}

/** What a campaign has spent on a day, in the ledger and in the draft. */
export function spentOn({ world, till }: Draft, campaignId: string, day: number): number {
  const key = campaignKeyOf(campaignId);
  const known = world.sales.adDays.get(key)?.at(-1);
  return (known?.day === day ? known.spend : 0) + (till?.ads.get(key)?.get(day)?.spend ?? 0);
}
