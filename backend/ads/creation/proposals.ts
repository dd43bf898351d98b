// Proposals for a draft, and the source of each.
import { sql } from 'kysely';
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Locale } from '../../kernel/id.ts';
import { type Minor, toAmount, toAmountOrNull, toMinorOrNull } from '../../kernel/money.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { accountPrior, newBidFacts } from '../campaigns/bid-facts.ts';
import type { CampaignDraft, DraftProposals, GroupProposal } from '../contract.ts';
import { provingClicks } from '../engine/conversion.ts';
import { decideBid } from '../engine/decide.ts';
import { fineAmount } from '../engine/lines.ts';
import { problem } from '../problems.ts';
import { WORDS } from '../words.ts';
import { openAdvertiser } from './check.ts';
import { pricedListings } from './listings.ts';

/** Days in which a new campaign is to bring enough clicks to prove something. */
const PROVING_DAYS = 14;
const LONGEST_NAME = 60;

interface Middles {
  bid: Minor | null;
  budget: Minor | null;
}

/** The medians of the bids and daily budgets of an account's running campaigns. */
async function middlesOf(trx: Trx, companyId: number, accountId: number): Promise<Middles> {
  const { rows } = await sql<Middles>`
    select (select percentile_disc(0.5) within group (order by coalesce(t.bid, g.default_bid))
        from ads_target t
        join ads_campaign c on c.company_id = t.company_id and c.id = t.campaign_id
        join ads_group g on g.company_id = t.company_id and g.id = t.group_id
        where t.company_id = ${companyId} and c.account_id = ${accountId} and c.is_listed and t.is_listed
          and not t.is_negative and c.status = 'ENABLED' and t.status = 'ENABLED') as bid,
      (select percentile_disc(0.5) within group (order by daily_budget) from ads_campaign
        where company_id = ${companyId} and account_id = ${accountId} and is_listed and status = 'ENABLED') as budget`.execute(
    trx,
  );
  return rows[0] ?? { bid: null, budget: null };
}

const digits = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** A name from the product, the type, the strategy and the month. */
function nameOf(
  { type, strategy }: CampaignDraft,
  titles: readonly string[],
  today: string,
  locale: Locale,
): string {
  const word = (list: string, value: string) => WORDS[list]?.[value]?.[locale] ?? value;
  const [first] = titles;
  // Names may have few symbols.
  const title = (first ?? '')
    .replace(/[^\p{L}\p{N} .,-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  const parts = [title, word('ads.type', type), word('ads.strategy', strategy), today.slice(0, 7)];
  return parts.filter((part) => part !== '').join(' | ');
}

interface Shared {
  draft: CampaignDraft;
  prior: Awaited<ReturnType<typeof accountPrior>>;
  capabilities: AdsCapabilities;
  middle: Minor | null;
}

type Listings = Awaited<ReturnType<typeof pricedListings>>;

function proposalOf(
  { draft, prior, capabilities, middle }: Shared,
  listings: Listings,
): GroupProposal {
  const isMeasured = prior !== null;
  const byAccount: GroupProposal = {
    conversion: null,
    isMeasured,
    bid: toAmountOrNull(middle),
    source: middle === null ? 'UNKNOWN' : 'ACCOUNT_MIDDLE',
    breakEvenCpc: null,
    targetAcos: draft.goalAcos,
  };
  if (listings.length === 0) return byAccount;
  const decision = decideBid(
    newBidFacts({
      strategy: draft.strategy,
      goal: draft.goalAcos === null ? null : draft.goalAcos / 100,
      listings,
      prior,
      limits: {
        minimum: capabilities.bid?.minimum ?? 1,
        maximum: capabilities.bid?.maximum ?? Number.MAX_SAFE_INTEGER,
        campaignBudget: toMinorOrNull(draft.dailyBudget),
        cap: null,
      },
    }),
  );
  const { figures, wouldBe } = decision;
  return {
    conversion: digits(figures.conversion.estimate, 4),
    isMeasured,
    breakEvenCpc: figures.breakEvenCpc === null ? null : fineAmount(figures.breakEvenCpc),
    targetAcos: figures.target && digits(figures.target.acos * 100, 2),
    ...(wouldBe === null
      ? { bid: byAccount.bid, source: byAccount.source }
      : { bid: toAmount(wouldBe), source: 'ENGINE' as const }),
  };
}

/** A daily budget: enough clicks to prove something in time, where bids are known, else that of the account's campaigns. */
function budgetOf(
  groups: readonly GroupProposal[],
  range: AdsCapabilities['dailyBudget'],
  middle: Minor | null,
): Pick<DraftProposals, 'dailyBudget' | 'budgetSource'> {
  const within = (minor: number) =>
    toAmount(Math.min(Math.max(Math.ceil(minor), range?.minimum ?? 1), range?.maximum ?? minor));
  const computed = groups.filter(({ source }) => source === 'ENGINE');
  if (computed.length > 0) {
    const each = computed.flatMap(({ bid, conversion }) =>
      bid === null || conversion === null
        ? []
        : [(bid * 100 * provingClicks(conversion)) / PROVING_DAYS],
    );
    const sum = each.reduce((total, one) => total + one, 0);
    return { dailyBudget: within(sum), budgetSource: 'PROVING_CLICKS' };
  }
  return middle === null
    ? { dailyBudget: null, budgetSource: 'UNKNOWN' }
    : { dailyBudget: within(middle), budgetSource: 'ACCOUNT_MIDDLE' };
}

const limitsOf = (range: AdsCapabilities['bid']) =>
  range && { minimum: toAmount(range.minimum), maximum: toAmount(range.maximum) };

/** Proposes a name, a daily budget and bids for a draft. @throws Problem 404 `advertiser_not_found` */
export const draftProposals = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  draft: CampaignDraft,
  locale: Locale,
): Promise<DraftProposals> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { accountId } = draft;
    const advertiser = await openAdvertiser(trx, companyId, accountId);
    if (advertiser === undefined || accountId === null) throw problem('advertiser_not_found');
    const capabilities = AdsCapabilities.parse(advertiser.capabilities);
    const today = dayOf(ctx.clock(), advertiser.time_zone);
    const ids = [...new Set(draft.groups.flatMap(({ listingIds }) => listingIds))];
    const listings = await pricedListings(trx, companyId, accountId, ids);
    const prior = await accountPrior(trx, { companyId, accountId, today });
    const middles = await middlesOf(trx, companyId, accountId);
    const shared = { draft, prior, capabilities, middle: middles.bid };
    const groups = draft.groups.map(({ listingIds }) =>
      proposalOf(
        shared,
        listings.filter(({ id }) => listingIds.includes(id)),
      ),
    );
    return {
      currencyCode: advertiser.currency_code,
      today,
      limits: {
        bid: limitsOf(capabilities.bid),
        dailyBudget: limitsOf(capabilities.dailyBudget),
      },
      name: nameOf(
        draft,
        listings.map(({ title }) => title),
        today,
        locale,
      ),
      ...budgetOf(groups, capabilities.dailyBudget, middles.budget),
      groups,
    };
  });
