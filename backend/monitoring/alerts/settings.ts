// A company's settings of its alerts.
import { plainName } from '../../kernel/plain-name.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { statement } from '../../platform/statement.ts';
import { ALERT_DEFAULTS, type AlertSettings } from '../contract/alerts.ts';

/** Each recording of markets reads it, so its statement is built once. */
const settingsOf = statement((trx, { companyId }: { companyId: number }) =>
  trx
    .selectFrom('monitoring_setting')
    .select(['hold_minutes', 'many_lost', 'own_brands'])
    .where('company_id', '=', companyId),
);

/** The settings of a company, in the caller's transaction. */
export async function loadAlertSettings(trx: Trx, companyId: number): Promise<AlertSettings> {
  const [row] = await settingsOf(trx, { companyId });
  return row === undefined
    ? ALERT_DEFAULTS
    : { holdMinutes: row.hold_minutes, manyLost: row.many_lost, ownBrands: row.own_brands };
}

export const getAlertSettings = (ctx: AppContext, actor: Actor): Promise<AlertSettings> =>
  within(ctx.db, scopeOf(actor), (trx) => loadAlertSettings(trx, actor.companyId));

/** The key of a brand, however it is written. */
export const brandKey = (brand: string): string => plainName(brand) || brand.trim().toLowerCase();

/** Each brand once, in its first spelling. */
function eachOnce(brands: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const brand of brands) {
    const key = brandKey(brand);
    if (!known.has(key)) known.set(key, brand);
  }
  return [...known.values()];
}

/** Saves the settings; alerts that wait already keep their time. */
export const setAlertSettings = (
  ctx: AppContext,
  actor: Actor,
  input: AlertSettings,
): Promise<AlertSettings> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const before = await loadAlertSettings(trx, actor.companyId);
    const settings = { ...input, ownBrands: eachOnce(input.ownBrands) };
    const columns = {
      hold_minutes: settings.holdMinutes,
      many_lost: settings.manyLost,
      own_brands: settings.ownBrands,
    };
    await trx
      .insertInto('monitoring_setting')
      .values({ company_id: actor.companyId, ...columns })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
      .execute();
    await auditAct(ctx, trx, actor, {
      action: 'monitoring.settings_changed',
      subject: null,
      values: { before, after: settings },
    });
    return settings;
  });
