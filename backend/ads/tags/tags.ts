// The tags of campaigns.
import { sql } from 'kysely';
import { Locale } from '../../kernel/id.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { HolidayTag, MAX_TAGS } from '../contract.ts';
import { problem } from '../problems.ts';
import { WORDS } from '../words.ts';

interface Counted {
  tag: string;
  campaigns: number;
}

/** The company's tags with how many campaigns have each. */
async function countedTags(trx: Trx, companyId: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select t.tag, count(*)::integer as campaigns from ads_campaign_tag t
    join ads_campaign c on c.company_id = t.company_id and c.id = t.campaign_id and c.is_listed
    where t.company_id = ${companyId} group by t.tag order by lower(t.tag), t.tag`.execute(trx);
  return rows;
}

/** Those of holidays first, then the company's own by name. */
export const campaignTags = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
): Promise<{ tags: Counted[] }> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const counted = await countedTags(trx, companyId);
    const holidays = HolidayTag.options.map(
      (tag): Counted => counted.find((one) => one.tag === tag) ?? { tag, campaigns: 0 },
    );
    const isHoliday = ({ tag }: Counted) => HolidayTag.safeParse(tag).success;
    return { tags: [...holidays, ...counted.filter((one) => !isHoliday(one))] };
  });

/** The names of a holiday, in lower case, with its code. */
const CODES: ReadonlyMap<string, HolidayTag> = new Map(
  HolidayTag.options.flatMap((code) =>
    [code, ...Locale.options.map((locale) => WORDS['ads.tag']![code]![locale])].map(
      (name): [string, HolidayTag] => [name.toLowerCase(), code],
    ),
  ),
);

/** Names as they are stored: a holiday by its code, and an existing tag in its own spelling. */
async function storedNames(
  trx: Trx,
  companyId: number,
  names: readonly string[],
): Promise<string[]> {
  const known = new Map(
    (await countedTags(trx, companyId)).map(({ tag }) => [tag.toLowerCase(), tag]),
  );
  const found = names.map((name) => {
    const lower = name.toLowerCase();
    const stored = CODES.get(lower) ?? known.get(lower) ?? name;
    known.set(lower, stored);
    return stored;
  });
  return [...new Set(found)];
}

interface Wish {
  campaignIds: readonly number[];
  add: readonly string[];
  remove: readonly string[];
}

/**
 * Adds tags to campaigns and removes others.
 * @throws Problem 404 `campaign_not_found` where the company does not have all of them, 422 `too_many_tags`
 */
export const tagCampaigns = (
  ctx: AppContext,
  actor: Actor,
  { campaignIds, add, remove }: Wish,
): Promise<{ campaigns: number }> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const ids = [...new Set(campaignIds)];
    // Locked, so that two people together do not exceed the limit.
    const { rows } = await sql`
      select id from ads_campaign where company_id = ${companyId} and id = any(${ids}::bigint[]) and is_listed
      order by id for no key update`.execute(trx);
    if (rows.length < ids.length) throw problem('campaign_not_found');
    const added = await storedNames(trx, companyId, add);
    const removed = await storedNames(trx, companyId, remove);
    await sql`
      delete from ads_campaign_tag where company_id = ${companyId} and campaign_id = any(${ids}::bigint[])
        and tag = any(${removed}::text[])`.execute(trx);
    await sql`
      insert into ads_campaign_tag (company_id, campaign_id, tag)
      select ${companyId}::bigint, c.id, t.tag
      from unnest(${ids}::bigint[]) as c(id) cross join unnest(${added}::text[]) as t(tag)
      on conflict do nothing`.execute(trx);
    const { rows: full } = await sql`
      select campaign_id from ads_campaign_tag where company_id = ${companyId} and campaign_id = any(${ids}::bigint[])
      group by campaign_id having count(*) > ${MAX_TAGS} limit 1`.execute(trx);
    if (full.length > 0) throw problem('too_many_tags', { values: { limit: MAX_TAGS } });
    await auditAct(ctx, trx, actor, {
      action: 'ads.campaigns_tagged',
      subject: ids.length === 1 ? String(ids[0]) : null,
      values: { campaignIds: ids, added, removed },
    });
    await announce(trx, companyId, { type: 'campaigns', ids });
    return { campaigns: ids.length };
  });
