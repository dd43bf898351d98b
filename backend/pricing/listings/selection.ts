// 'Select all that match': the listings that matched when a person said so. The result is stored, not the question, so that
// what is done later is done to the listings whose number was shown, whatever changes of them meanwhile.
import { type SqlBool, sql } from 'kysely';
import type { ListBody } from '../../kernel/filter.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { inEachCompany } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import { scheduledQueue, type Worker } from '../../platform/jobs.ts';
import type { ListingQuery, ListingSelection } from '../contract.ts';
import { problem } from '../problems.ts';
import { joinsOf } from './fields.ts';
import { matchingAll } from './find.ts';

/** Ids that are stored together, and read together. */
const PART = 1_000;
const RETENTION_MS = 3_600_000;
/** So many of a person's newest selections are kept. */
const MAX_OF_PERSON = 5;

/**
 * Keeps for an hour which listings match.
 * @throws Problem 422 for fields that listings do not have
 */
export const selectListings = (
  ctx: AppContext,
  actor: Actor,
  { tab, search }: ListingQuery,
  { filters, timeZone }: Pick<ListBody, 'filters' | 'timeZone'>,
): Promise<ListingSelection> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId, personId } = actor;
    const now = ctx.clock();
    const question = { tab, search, filters, timeZone };
    const { condition, sources } = await matchingAll(trx, companyId, question);
    const { id } = await trx
      .insertInto('list_selection')
      .values({ company_id: companyId, person_id: personId, question, count: 0, at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ count: number }>`
      with found as (
        select l.id, (row_number() over (order by l.id) - 1) / ${PART}::integer as part
        from listing l ${joinsOf(sources)} where ${condition}
      ), part as (
        insert into list_selection_part (company_id, selection_id, part, listing_ids)
        select ${companyId}::bigint, ${id}::bigint, part::integer, array_agg(id order by id) from found
        group by part
        returning cardinality(listing_ids) as size
      )
      update list_selection set count = (select coalesce(sum(size), 0) from part)
      where company_id = ${companyId} and id = ${id} returning count`.execute(trx);
    await forget(trx, companyId, { before: before(now), personId });
    const expiresAt = new Date(now.getTime() + RETENTION_MS).toISOString();
    return { id, count: rows[0]!.count, expiresAt };
  });

const before = (now: Date) => new Date(now.getTime() - RETENTION_MS);

/** Deletes expired selections, and those that a person has too many of. */
async function forget(
  trx: Trx,
  companyId: number,
  { before, personId }: { before: Date; personId?: number },
): Promise<void> {
  const isOneTooMany =
    personId === undefined
      ? sql<SqlBool>`false`
      : sql<SqlBool>`id in (select id from list_selection
          where company_id = ${companyId} and person_id = ${personId}
          order by at desc, id desc offset ${MAX_OF_PERSON})`;
  await sql`delete from list_selection
    where company_id = ${companyId} and (at < ${before} or ${isOneTooMany})`.execute(trx);
}

/**
 * A selection of the caller's own.
 * @throws Problem 404 `selection_not_found` where there is none, or no longer
 */
export async function requireSelection(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  selectionId: number,
): Promise<{ count: number }> {
  const row = await trx
    .selectFrom('list_selection')
    .select('count')
    .where('company_id', '=', actor.companyId)
    .where('id', '=', selectionId)
    .where('person_id', '=', actor.personId)
    .where('at', '>=', before(ctx.clock()))
    .executeTakeFirst();
  if (row === undefined) throw problem('selection_not_found');
  return row;
}

/** The ids of a selection's listings in ascending order, in batches of at most a thousand. Listings may be gone meanwhile. */
export async function* selectionListings(
  trx: Trx,
  companyId: number,
  selectionId: number,
): AsyncGenerator<number[]> {
  for (let part = 0; ; part++) {
    const row = await trx
      .selectFrom('list_selection_part')
      .select('listing_ids')
      .where('company_id', '=', companyId)
      .where('selection_id', '=', selectionId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.listing_ids;
  }
}

const FORGET = scheduledQueue('pricing.selections-forget', { policy: 'short' });

/** Deletes expired selections. */
export const selectionWorkers = (ctx: AppContext): Worker[] => [
  {
    queue: FORGET,
    schedule: { cron: '*/15 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, (trx, companyId) =>
        forget(trx, companyId, { before: before(ctx.clock()) }),
      ),
  },
];
