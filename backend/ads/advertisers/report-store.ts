// Requested reports, and their figures: a day is stored as it was reported last.
import { sql } from 'kysely';
import type { AdsReport, DayRange, RemoteAdDay } from '../../integrations/marketplace.ts';
import type { Trx } from '../../platform/db.ts';
import type { AdsAccountKey } from './access.ts';

export interface OpenReport {
  report: AdsReport;
  from: string;
  to: string;
  remoteId: string | null;
  requestedAt: Date | null;
}

export async function planReports(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
  reports: readonly AdsReport[],
  ranges: readonly DayRange[],
): Promise<void> {
  await trx
    .insertInto('ads_report')
    .values(
      reports.flatMap((report) =>
        ranges.map(({ from, to }) => ({
          company_id: companyId,
          account_id: accountId,
          report,
          from_day: from,
          to_day: to,
          remote_id: null,
          asked_at: null,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The reports of an account that are not taken in yet, the latest days first. */
export async function openReports(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    select report, from_day::text as "from", to_day::text as "to", remote_id as "remoteId", asked_at as "requestedAt"
    from ads_report where company_id = ${companyId} and account_id = ${accountId}
    order by from_day desc, report`.execute(trx);
  return rows;
}

const one = ({ companyId, accountId }: AdsAccountKey, { report, from }: OpenReport) =>
  sql`company_id = ${companyId} and account_id = ${accountId} and report = ${report} and from_day = ${from}::date`;

export const saveRequest = (
  trx: Trx,
  key: AdsAccountKey,
  report: OpenReport,
  remoteId: string | null,
  now: Date,
) =>
  sql`update ads_report set remote_id = ${remoteId}, asked_at = ${now} where ${one(key, report)}`.execute(
    trx,
  );

export const closeReport = (trx: Trx, key: AdsAccountKey, report: OpenReport) =>
  sql`delete from ads_report where ${one(key, report)}`.execute(trx);

const TABLES = {
  campaigns: { table: 'ads_campaign_day', id: 'campaign_id' },
  targets: { table: 'ads_target_day', id: 'target_id' },
} as const;

/** Writes reported days; those of unknown campaigns and targets are left out. */
export async function saveDays(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
  report: AdsReport,
  days: readonly RemoteAdDay[],
  now: Date,
): Promise<void> {
  const { table, id } = TABLES[report];
  const reported = sql`jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as n (day date, "campaignId" text,
    "targetId" text, impressions bigint, clicks bigint, cost bigint, orders bigint, units bigint, sales bigint)`;
  const target =
    report === 'campaigns'
      ? sql``
      : sql`join ads_target t on t.company_id = c.company_id and t.campaign_id = c.id and t.remote_id = n."targetId"`;
  await sql`
    insert into ${sql.table(table)} (company_id, ${sql.ref(id)}, day, impressions, clicks, cost, orders, units, sales,
      read_at)
    select c.company_id, ${sql.ref(report === 'campaigns' ? 'c.id' : 't.id')}, n.day, sum(n.impressions),
      sum(n.clicks), sum(n.cost), sum(n.orders), sum(n.units), sum(n.sales), ${now}::timestamptz
    from ${reported}
    join ads_campaign c on c.company_id = ${companyId} and c.account_id = ${accountId} and c.remote_id = n."campaignId"
    ${target}
    group by 1, 2, 3
    on conflict (company_id, ${sql.ref(id)}, day) do update set impressions = excluded.impressions,
      clicks = excluded.clicks, cost = excluded.cost, orders = excluded.orders, units = excluded.units,
      sales = excluded.sales, read_at = excluded.read_at`.execute(trx);
}

/** Deletes days of a range that a report no longer has, which was read to its end since an instant. */
export async function dropUnreported(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
  { report, from, to }: OpenReport,
  began: Date,
): Promise<void> {
  const { table, id } = TABLES[report];
  const target =
    report === 'campaigns'
      ? sql`join ads_campaign c on c.company_id = d.company_id and c.id = d.campaign_id`
      : sql`join ads_target t on t.company_id = d.company_id and t.id = d.target_id
          join ads_campaign c on c.company_id = t.company_id and c.id = t.campaign_id`;
  await sql`
    delete from ${sql.table(table)} where (company_id, ${sql.ref(id)}, day) in (
      select d.company_id, ${sql.ref(`d.${id}`)}, d.day from ${sql.table(table)} d ${target}
      where d.company_id = ${companyId} and c.account_id = ${accountId}
        and d.day between ${from}::date and ${to}::date and d.read_at < ${began})`.execute(trx);
}
