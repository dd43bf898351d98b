// How far a company is on its way to its first automatic price, by what is there.
import { sql } from 'kysely';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { FirstRun } from '../contract.ts';

/** Which of the first steps the company has taken. */
export const getFirstRun = (ctx: AppContext, { companyId, personId }: Actor): Promise<FirstRun> =>
  within(ctx.db, { company: companyId, person: personId }, async (trx) => {
    // Whether there is one, and never how many: a company may have a million.
    const { rows } = await sql<FirstRun>`select
      exists (select from account where company_id = ${companyId}) as "hasAccount",
      exists (select from listing where company_id = ${companyId}) as "hasListing",
      exists (select from listing_cost where company_id = ${companyId} and cost is not null) as "hasCost",
      exists (select from backtest where company_id = ${companyId}) as "hasTried",
      exists (select from rule where company_id = ${companyId} and status != 'archived') as "hasRule",
      exists (select from rule where company_id = ${companyId} and status = 'enabled') as "hasActiveRule"
    `.execute(trx);
    return rows[0]!;
  });
