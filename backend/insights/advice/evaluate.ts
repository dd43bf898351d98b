// Evaluates a company's listings and campaigns, and stores the advice.
import { toAmount } from '../../kernel/money.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { ADVICE_DUE } from '../contract.ts';
import { accountAds, type Campaigns, campaignsOf, judgeCampaign, subjectsOf } from './campaigns.ts';
import {
  companySales,
  type Listings,
  listingFacts,
  monthContributions,
  movedListings,
  rangeAfter,
} from './facts.ts';
import type { Judged } from './judged.ts';
import { measureDone, measuredActs, realizedShares } from './measure.ts';
import { type Known, listingAdvice } from './rules/choose.ts';
import { BURNS_FROM, type Due, dueOf } from './rules/digest.ts';
import type { AccountAds, CompanySales, ListingFacts } from './rules/listing-facts.ts';
import { addNotEarned, type NotEarnedSum } from './rules/not-earned.ts';
import { currentOf, type Stored, stepFor } from './rules/state.ts';
import { countStages } from './stages.ts';
import * as store from './store.ts';

/** Listings of one transaction. */
const CHUNK = 2_000;
const RETAINED_DAYS = 400;
/** An act takes seconds; one that began this long ago was interrupted. */
const ABANDONED_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

type StoredByKey = ReadonlyMap<string, readonly Stored[]>;

const knownOf = (
  stored: StoredByKey,
  subject: string,
  now: Date,
  realized: Known['realized'],
): Known => ({
  now,
  isOpen: (kind) => currentOf(stored.get(store.keyOf(subject, kind)) ?? [])?.state === 'open',
  realized,
});

/** The share of each kind's estimates that comes true, as far as it was measured. */
const realizedIn = async (trx: Trx, companyId: number, now: Date): Promise<Known['realized']> =>
  realizedShares(await measuredActs(trx, companyId, now));

/** Stores the advice about some subjects. @returns the ids of the advice that holds */
export async function give(
  trx: Trx,
  companyId: number,
  judged: readonly Judged[],
  stored: StoredByKey,
  now: Date,
): Promise<number[]> {
  const added: store.Given[] = [];
  const retained: store.Retained[] = [];
  const held: number[] = [];
  for (const { subject, accountId, currencyCode, rulings, isFolded } of judged) {
    let hasPrimary = isFolded;
    for (const { kind, advice } of rulings) {
      const its = stored.get(store.keyOf(subject, kind)) ?? [];
      const current = currentOf(its);
      if (current !== undefined) held.push(current.id);
      if (advice === null) {
        hasPrimary ||= current?.state === 'open';
        continue;
      }
      const step = stepFor(advice, its, now);
      const isOpen = step === 'open' || step === 'reopen' || current?.state === 'open';
      const one = { advice, accountId, currencyCode, isPrimary: isOpen && !hasPrimary };
      hasPrimary ||= isOpen && step !== 'none';
      if (step === 'open') added.push(one);
      if ((step === 'keep' || step === 'reopen') && current !== undefined)
        retained.push({ ...one, id: current.id, isReopened: step === 'reopen' });
    }
  }
  held.push(...(await store.insertAdvice(trx, companyId, added, now)));
  await store.updateAdvice(trx, companyId, retained, now);
  return held;
}

/** The advice about some listings. */
async function judgeListings(
  trx: Trx,
  companyId: number,
  facts: readonly ListingFacts[],
  { company, realized }: Around,
  now: Date,
): Promise<{ judged: Judged[]; stored: StoredByKey }> {
  const subjectOf = (listingId: number) =>
    store.subjectOf({ listingId, campaignId: null, targetId: null });
  const stored = await store.storedOf(
    trx,
    companyId,
    facts.map(({ listingId }) => subjectOf(listingId)),
  );
  const judged = facts.map((listing) => {
    const subject = subjectOf(listing.listingId);
    const { accountId, currencyCode } = listing;
    const rulings = listingAdvice(listing, company, knownOf(stored, subject, now, realized));
    return { subject, accountId, currencyCode, rulings, isFolded: false };
  });
  return { judged, stored };
}

interface Around {
  company: CompanySales;
  realized: Known['realized'];
  /** What listings that lose the buybox did not earn, of those evaluated so far. */
  notEarned: Record<string, NotEarnedSum>;
  ads: ReadonlyMap<number, AccountAds>;
}

/** Gives advice about some listings. @param checked the same ones, or all those that follow too */
async function evaluateListings(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listings: Listings,
  around: Around,
  checked: store.Checked = listings,
): Promise<Judged[]> {
  const now = ctx.clock();
  const facts = await listingFacts(ctx, trx, companyId, listings, around.ads);
  addNotEarned(around.notEarned, facts, around.company);
  const { judged, stored } = await judgeListings(trx, companyId, facts, around, now);
  const held = await give(trx, companyId, judged, stored, now);
  await store.resolveOthers(trx, companyId, checked, held, now);
  return judged;
}

/** What listings are judged by beside their own facts: facts of the company. */
async function aroundOf(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaigns: Campaigns,
  realized: Known['realized'],
): Promise<Around> {
  const company = await companySales(ctx, trx, companyId);
  return { company, realized, ads: accountAds(campaigns), notEarned: {} };
}

/** Gives advice about campaigns and their targets. @param only one of them; null: all */
async function evaluateCampaigns(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  { facts, rates }: Campaigns,
  only: number | null,
  realized: Known['realized'],
): Promise<Judged[]> {
  const now = ctx.clock();
  const requested = only === null ? facts : facts.filter(({ campaignId }) => campaignId === only);
  const stored = await store.storedOf(trx, companyId, subjectsOf(requested));
  const judged = requested.flatMap((campaign) =>
    judgeCampaign(campaign, rates.get(campaign.accountId)!, (subject) =>
      knownOf(stored, subject, now, realized),
    ),
  );
  const held = await give(trx, companyId, judged, stored, now);
  const campaigns = only === null ? null : [only];
  await store.resolveOthers(trx, companyId, { campaigns }, held, now);
  return judged;
}

const announce = (ctx: AppContext, trx: Trx, companyId: number, due: Due, day: string) =>
  ctx.jobs.emit(trx, ADVICE_DUE, {
    companyId,
    day,
    due: due.about === 'listings' ? { ...due, recoverable: toAmount(due.recoverable) } : due,
  });

/** Evaluates all listings and campaigns of a company, some at a time. */
export async function evaluateCompany(
  ctx: AppContext,
  companyId: number,
  signal: AbortSignal,
): Promise<void> {
  const scope = { company: companyId };
  const around = await within(ctx.db, scope, async (trx): Promise<Around> => {
    const now = ctx.clock();
    const abandoned = new Date(now.getTime() - ABANDONED_MS);
    await store.reopenAbandoned(trx, companyId, abandoned, now);
    await measureDone(trx, companyId, now);
    const realized = await realizedIn(trx, companyId, now);
    const campaigns = await campaignsOf(trx, companyId, now);
    await evaluateCampaigns(ctx, trx, companyId, campaigns, null, realized);
    return await aroundOf(ctx, trx, companyId, campaigns, realized);
  });
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const upTo = await within(ctx.db, scope, async (trx) => {
      const range = await rangeAfter(trx, companyId, after, CHUNK);
      const rest = range ?? { after, upTo: Number.MAX_SAFE_INTEGER };
      const checked = range ?? { after, upTo: null };
      await evaluateListings(ctx, trx, companyId, rest, around, checked);
      return range?.upTo ?? null;
    });
    if (upTo === null) break;
    after = upTo;
  }
  await within(ctx.db, scope, async (trx) => {
    const now = ctx.clock();
    await store.deleteOld(trx, companyId, new Date(now.getTime() - RETAINED_DAYS * DAY_MS));
    const stages = await countStages(trx, companyId);
    const contributions = await monthContributions(ctx, trx, companyId);
    const { notEarned } = around;
    await store.savePass(trx, companyId, { evaluatedAt: now, stages, contributions, notEarned });
    const burning = await store.burningCampaigns(trx, companyId, BURNS_FROM);
    const due = dueOf(notEarned, contributions, burning);
    if (due !== null) await announce(ctx, trx, companyId, due, dayOf(now, 'UTC'));
  });
}

/**
 * Evaluates one subject again, by the present facts.
 * @param about a listing, or a campaign with its targets
 * @returns the advice that holds, by subject
 */
export async function evaluateAgain(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  about: { listingId: number | null; campaignId: number | null },
): Promise<readonly Judged[]> {
  const campaigns = await campaignsOf(trx, companyId, ctx.clock());
  const realized = await realizedIn(trx, companyId, ctx.clock());
  if (about.campaignId !== null)
    return await evaluateCampaigns(ctx, trx, companyId, campaigns, about.campaignId, realized);
  const around = await aroundOf(ctx, trx, companyId, campaigns, realized);
  return await evaluateListings(ctx, trx, companyId, { ids: [about.listingId!] }, around);
}

/** Gives advice about listings that have lost the buybox for long enough since the last hour, or have it again. */
export async function evaluateMoved(
  ctx: AppContext,
  companyId: number,
  signal: AbortSignal,
): Promise<void> {
  const scope = { company: companyId };
  const ids = await within(ctx.db, scope, (trx) => movedListings(trx, companyId, ctx.clock()));
  if (ids.length === 0) return;
  const around = await within(ctx.db, scope, async (trx) => {
    const now = ctx.clock();
    const campaigns = await campaignsOf(trx, companyId, now);
    return await aroundOf(ctx, trx, companyId, campaigns, await realizedIn(trx, companyId, now));
  });
  for (let from = 0; from < ids.length; from += CHUNK) {
    signal.throwIfAborted();
    const some = { ids: ids.slice(from, from + CHUNK) };
    await within(ctx.db, scope, (trx) => evaluateListings(ctx, trx, companyId, some, around));
  }
}
