// The settings of a company for all its prices: read by every decision and every price that leaves, so a change is in
// force at once.

import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { Parity, PricingSettings, type PricingSettingsInput } from '../contract.ts';
import { allRuledListings, heldListings } from '../updates/listing-store.ts';
import { enqueueDecisions } from '../updates/queues.ts';
import { listingsThatWait } from '../updates/store.ts';

const COLUMNS = [
  'requires_approval_by_default',
  'max_step_percent',
  'max_day_percent',
  'parity',
  'stale_market_hours',
  'minutes_per_manual_change',
  'breaker_percent',
  'breaker_drops',
  'breaker_minutes',
  'smallest_rise_percent',
  'minutes_between_updates',
  'updates_per_hour',
  'updates_per_day',
] as const;

const select = (trx: Trx, companyId: number) =>
  trx.selectFrom('company').select(COLUMNS).where('id', '=', companyId);

const toSettings = (
  row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>,
): PricingSettings => ({
  requiresApprovalByDefault: row.requires_approval_by_default,
  maxStepPercent: row.max_step_percent,
  maxDayPercent: row.max_day_percent,
  parity: Parity.parse(row.parity),
  staleMarketHours: row.stale_market_hours,
  minutesPerManualChange: row.minutes_per_manual_change,
  breaker: {
    percent: row.breaker_percent,
    drops: row.breaker_drops,
    minutes: row.breaker_minutes,
  },
  smallestRisePercent: row.smallest_rise_percent,
  minutesBetweenUpdates: row.minutes_between_updates,
  updatesPerHour: row.updates_per_hour,
  updatesPerDay: row.updates_per_day,
});

const toColumns = (settings: PricingSettings) => ({
  requires_approval_by_default: settings.requiresApprovalByDefault,
  max_step_percent: settings.maxStepPercent,
  max_day_percent: settings.maxDayPercent,
  parity: settings.parity,
  stale_market_hours: settings.staleMarketHours,
  minutes_per_manual_change: settings.minutesPerManualChange,
  breaker_percent: settings.breaker.percent,
  breaker_drops: settings.breaker.drops,
  breaker_minutes: settings.breaker.minutes,
  smallest_rise_percent: settings.smallestRisePercent,
  minutes_between_updates: settings.minutesBetweenUpdates,
  updates_per_hour: settings.updatesPerHour,
  updates_per_day: settings.updatesPerDay,
});

export const getPricingSettings = (ctx: AppContext, actor: Actor): Promise<PricingSettings> =>
  within(ctx.db, scopeOf(actor), async (trx) =>
    toSettings(await select(trx, actor.companyId).executeTakeFirstOrThrow()),
  );

/**
 * Saves the settings of the company's prices. Stricter ones hold for prices on their way too: each is checked against
 * them before it leaves. Looser ones may release what waits, so that is decided again.
 */
export async function setPricingSettings(
  ctx: AppContext,
  actor: Actor,
  input: PricingSettingsInput,
): Promise<PricingSettings> {
  const { companyId } = actor;
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    // Locked like the switch, which is in the same row: the breaker counts by what it reads here.
    const row = await select(trx, companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const before = toSettings(row);
    const settings = PricingSettings.parse({ ...before, ...input });
    const columns = toColumns(settings);
    const changed = COLUMNS.filter((name) => row[name] !== columns[name]);
    if (changed.length === 0) return before;
    await trx.updateTable('company').set(columns).where('id', '=', companyId).execute();
    await auditAct(ctx, trx, actor, {
      action: 'pricing.settings_changed',
      subject: null,
      values: { before, after: settings },
    });
    const listingIds = await affected(trx, companyId, new Set(changed));
    await enqueueDecisions(ctx, trx, companyId, listingIds);
    return settings;
  });
}

/** The listings whose decision may change with these settings. */
async function affected(
  trx: Trx,
  companyId: number,
  changed: ReadonlySet<(typeof COLUMNS)[number]>,
): Promise<number[]> {
  if (changed.has('stale_market_hours') || changed.has('smallest_rise_percent')) {
    return await allRuledListings(trx, companyId);
  }
  const paces = ['minutes_between_updates', 'updates_per_hour', 'updates_per_day'] as const;
  const held = paces.some((name) => changed.has(name)) ? await heldListings(trx, companyId) : [];
  const holdsBack = ['max_step_percent', 'max_day_percent', 'parity'] as const;
  const waiting = holdsBack.some((name) => changed.has(name))
    ? await listingsThatWait(trx, companyId)
    : [];
  return [...new Set([...held, ...waiting])];
}
