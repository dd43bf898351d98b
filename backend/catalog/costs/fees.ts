// What marketplaces keep of a sale, as they report it: requested by a person, or by the product where a cost is known.

import * as z from 'zod';
import type { CallFailure, Fee, FeeTarget } from '../../integrations/marketplace.ts';
import type { MinimumFees } from '../../kernel/fees.ts';
import { Id } from '../../kernel/id.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Problem } from '../../kernel/problem.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { inEachCompany } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import type { CostsOfListing } from '../contract.ts';
import { type MarketplaceContext, withAccount } from '../credentials.ts';
import { problem } from '../problems.ts';
import { differ, type Known, wantsFee } from './merge.ts';
import { publishCostsChanged } from './publish.ts';
import * as store from './store.ts';

const FeesJob = z.object({ companyId: Id, accountId: Id });
export type FeesJob = z.infer<typeof FeesJob>;

/** Asks for the fees of an account's listings that are due. Of several that wait for one account only one is kept. */
export const FEES: Queue<FeesJob> = {
  name: 'catalog.fees',
  schema: FeesJob,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 900,
  retryLimit: 5,
  retryDelay: 60,
  policy: 'short',
};

const DAY_MS = 24 * 3_600_000;
/** Fees seldom change: with a marketplace's tables and a listing's size. */
const ASK_AGAIN_MS = 7 * DAY_MS;
/** After any failure. */
const ASK_AGAIN_AFTER_FAILURE_MS = DAY_MS;
/** Listings in one call, and in one job: other accounts wait for their turn, and a job has to end in time. */
const AT_ONCE = 100;
const IN_ONE_JOB = 500;

/** The question did not reach the marketplace: the failure says nothing about the listing. */
const isRateLimited = ({ kind }: CallFailure) => kind === 'rate_limited';
/** About a minimum, an outage says nothing either: the price waits for the answer. */
const isUnanswered = (failure: CallFailure, at: store.FeePrice) =>
  isRateLimited(failure) || (at === 'floor' && failure.kind === 'unavailable');

/** Listings that were asked for before these instants are due again. */
const dueBefore = (now: Date): store.DueBefore => ({
  requested: new Date(now.getTime() - ASK_AGAIN_MS),
  failed: new Date(now.getTime() - ASK_AGAIN_AFTER_FAILURE_MS),
});

const reportsFees = (ctx: MarketplaceContext, marketplaceId: number) =>
  ctx.marketplaces.byId(marketplaceId)?.getFees !== undefined;

/** Enqueues the question for the fees that are missing, in the caller's transaction. */
export async function requestFees(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  changes: readonly { before: store.Costed; after: Known }[],
): Promise<void> {
  const accounts = new Set(
    changes
      .filter(({ before, after }) => wantsFee(after) && reportsFees(ctx, before.marketplaceId))
      .map(({ before }) => before.accountId),
  );
  const jobs = [...accounts].map((accountId) => ({ companyId, accountId }));
  await ctx.jobs.send(trx, FEES, jobs, ({ accountId }) => ({ key: String(accountId) }));
}

const FloorsJob = z.object({
  companyId: Id,
  floors: z.array(z.object({ listingId: Id, base: z.int().positive(), price: z.int().positive() })),
});
export type FloorsJob = z.infer<typeof FloorsJob>;

/** Records at which prices fees are to be asked for, in a job of its own: the caller locks listings, and no costs. */
export const FLOORS: Queue<FloorsJob> = {
  name: 'catalog.floors',
  schema: FloorsJob,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 120,
  retryLimit: 5,
  retryDelay: 5,
  policy: 'standard',
};

/**
 * Asks for the fees about minimums that follow from the costs, in the caller's transaction. Until they are reported, or
 * refused, these minimums are not known; an event announces them, as any change of costs. Listings whose fee a person
 * entered are left alone.
 */
export async function requestMinimumFees(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  floors: readonly store.MinimumPrice[],
): Promise<void> {
  if (floors.length === 0) return;
  await ctx.jobs.send(trx, FLOORS, [{ companyId, floors: [...floors] }]);
}

/** Stores the prices at which fees are to be asked for, and enqueues the questions of these listings' accounts. */
export const noteFloors = (ctx: AppContext, { companyId, floors }: FloorsJob): Promise<void> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const accounts = await store.saveMinimumPrices(trx, companyId, floors);
    const jobs = accounts.map((accountId) => ({ companyId, accountId }));
    await ctx.jobs.send(trx, FEES, jobs, ({ accountId }) => ({ key: String(accountId) }));
  });

const isReported = ({ price, fees }: MinimumFees): boolean =>
  fees.some((point) => point.price === price);

/** The price at which a listing's fee is asked for; about a minimum whose fees are complete, its base. */
function priceAt(at: store.FeePrice, { price, known: { floor } }: store.Costed): Minor {
  if (at === 'present' || floor === null) return price;
  return isReported(floor) ? floor.base : floor.price;
}

const toTarget = (listing: store.Costed, at: store.FeePrice): FeeTarget => ({
  skuMarketplace: listing.skuMarketplace,
  catalogProductId: listing.catalogProductId,
  listingTypeId: listing.listingTypeId,
  fulfillment: listing.fulfillment,
  price: priceAt(at, listing),
  currencyCode: listing.currencyCode,
});

type Answers = ReadonlyMap<string, Result<Fee, CallFailure>>;

const NO_ANSWER: Result<Fee, CallFailure> = fail({
  kind: 'invalid',
  code: 'no_answer',
  message: 'The marketplace reported nothing about this listing',
  retryAfterMs: null,
});

const isSameFee = (a: Fee, b: Fee): boolean =>
  a.feePercent === b.feePercent && a.feeFixed === b.feeFixed;

/** Where a fee differs from the last reported one, the others are in doubt: they are asked for again. */
function minimumAfter(minimum: MinimumFees, reported: Fee | null, now: Date): MinimumFees {
  const requested = { ...minimum, requestedAt: now };
  if (reported === null) return requested;
  const { base, price, fees } = minimum;
  if (!isReported(minimum)) {
    return {
      ...requested,
      fees: [...fees, { price, ...reported }].sort((a, b) => a.price - b.price),
    };
  }
  const before = fees.find((point) => point.price === base);
  return before !== undefined && isSameFee(before, reported)
    ? requested
    : { ...requested, price: base, fees: [{ price: base, ...reported }] };
}

function afterAnswer(
  before: Known,
  answer: Result<Fee, CallFailure>,
  at: store.FeePrice,
  now: Date,
): Known {
  if (at === 'floor') {
    const floor = before.floor && minimumAfter(before.floor, answer.ok ? answer.value : null, now);
    return { ...before, floor };
  }
  const requested = { ...before, feeAskedAt: now };
  return answer.ok
    ? { ...requested, ...answer.value, feeSource: 'marketplace', feeAt: now, feeFailure: null }
    : { ...requested, feeFailure: answer.error.code };
}

interface Answered {
  /** As they were asked about. */
  listings: readonly store.Costed[];
  at: store.FeePrice;
  answers: Answers;
  /** Whether a person asked to replace a fee that a person entered. */
  replaces: boolean;
}

/**
 * Saves what a marketplace reported of listings. A fee that a person entered stays, unless a person asked to replace it;
 * a question that was held back counts as not asked, and so does one about a minimum that has changed since.
 */
async function saveAnswers(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  { listings: requested, at, answers, replaces }: Answered,
): Promise<store.Costed[]> {
  const now = ctx.clock();
  const ids = requested.map(({ listingId }) => listingId);
  const prices = new Map(requested.map((listing) => [listing.listingId, priceAt(at, listing)]));
  await store.lockCosts(trx, companyId, ids, now);
  const listings = await store.costedListings(trx, companyId, ids);
  const answered = listings.flatMap((listing) => {
    const answer = answers.get(listing.skuMarketplace) ?? NO_ANSWER;
    const isPersons = listing.known.feeSource === 'person' && !replaces;
    const isOvertaken = at === 'floor' && priceAt(at, listing) !== prices.get(listing.listingId);
    if (isPersons || isOvertaken || (!answer.ok && isUnanswered(answer.error, at))) return [];
    return [{ listing, known: afterAnswer(listing.known, answer, at, now) }];
  });
  await store.saveCosts(
    trx,
    companyId,
    answered.map(({ listing, known }) => ({ listingId: listing.listingId, known })),
    now,
  );
  const changed = answered.filter(({ listing, known }) => differ(listing.known, known));
  await publishCostsChanged(
    ctx,
    trx,
    companyId,
    changed.map(({ listing }) => listing.listingId),
  );
  return answered.map(({ listing, known }) => ({ ...listing, known }));
}

const fetchFeesOf = (
  ctx: MarketplaceContext,
  companyId: number,
  accountId: number,
  listings: readonly store.Costed[],
  at: store.FeePrice,
  signal?: AbortSignal,
): Promise<Result<Answers, CallFailure>> =>
  withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<Answers, CallFailure>> =>
      (await marketplace.getFees?.(
        session,
        listings.map((listing) => toTarget(listing, at)),
      )) ?? ok(new Map()),
    signal,
  );

/** The same question would be refused again: it counts as the answer about each listing, so that the next ones have a turn. */
const isRefusal = ({ kind }: CallFailure) =>
  kind === 'invalid' || kind === 'not_found' || kind === 'forbidden';

const refusalOfEach = (listings: readonly store.Costed[], refusal: CallFailure): Answers =>
  new Map(listings.map(({ skuMarketplace }) => [skuMarketplace, fail(refusal)]));

/** Asks for the fees of some of an account's listings that are due; 'done': none of those that may be asked for is. */
async function refreshSome(
  ctx: MarketplaceContext,
  { companyId, accountId }: FeesJob,
  at: store.FeePrice,
  signal: AbortSignal,
): Promise<Result<'done' | 'more', CallFailure>> {
  const before = dueBefore(ctx.clock());
  const due = await within(ctx.db, { company: companyId }, async (trx) =>
    store.costedListings(
      trx,
      companyId,
      await store.feesDue(trx, { companyId, accountId }, at, before, AT_ONCE),
    ),
  );
  const listings = due.filter(({ marketplaceId }) => reportsFees(ctx, marketplaceId));
  if (listings.length === 0) return ok('done');
  const reported = await fetchFeesOf(ctx, companyId, accountId, listings, at, signal);
  if (!reported.ok && !isRefusal(reported.error)) return reported;
  const answers = reported.ok ? reported.value : refusalOfEach(listings, reported.error);
  const saved = await within(ctx.db, { company: companyId }, (trx) =>
    saveAnswers(ctx, trx, companyId, { listings, at, answers, replaces: false }),
  );
  for (const answer of answers.values()) {
    if (!answer.ok && isRateLimited(answer.error)) return answer;
  }
  // Without any answer, the next round would ask about the same ones at once.
  return ok(saved.length === 0 ? 'done' : 'more');
}

/**
 * Asks for the fees of an account's listings that are due, at their minimums and at their present prices, until none is
 * due or the time is over. The minimums are first: no price is set below them until their fee is known.
 * @returns whether some are left, or why it could not go on
 */
export async function refreshFees(
  ctx: MarketplaceContext,
  job: FeesJob,
  signal: AbortSignal,
): Promise<Result<'done' | 'more', CallFailure>> {
  let done = 0;
  let away: Result<never, CallFailure> | null = null;
  for (const at of ['floor', 'present'] as const) {
    for (;;) {
      signal.throwIfAborted();
      if (done >= IN_ONE_JOB) return ok('more');
      const some = await refreshSome(ctx, job, at, signal);
      if (!some.ok) {
        // A minimum whose fee cannot be had now does not hold up the present fees.
        if (at === 'present' || some.error.kind !== 'unavailable') return some;
        away = some;
        break;
      }
      if (some.value === 'done') break;
      done += AT_ONCE;
    }
  }
  return away ?? ok('done');
}

/** Enqueues the question for every account with fees that were reported long ago, or never. */
export async function requestDueFees(ctx: MarketplaceContext, signal: AbortSignal): Promise<void> {
  const before = dueBefore(ctx.clock());
  const marketplaceIds = ctx.marketplaces.all.flatMap(({ id, getFees }) => (getFees ? [id] : []));
  if (marketplaceIds.length === 0) return;
  await inEachCompany(ctx.db, signal, async (trx, companyId) => {
    const accounts = await store.accountsWithFeesDue(trx, companyId, marketplaceIds, before);
    const jobs = accounts.map((accountId) => ({ companyId, accountId }));
    await ctx.jobs.send(trx, FEES, jobs, ({ accountId }) => ({ key: String(accountId) }));
  });
}

function refusalOf({ code, kind, message }: CallFailure): Problem {
  if (code === 'account_inactive') return problem('account_inactive', { detail: message });
  if (kind === 'rate_limited' || kind === 'unavailable')
    return problem('marketplace_unavailable', { detail: message });
  return problem('fees_not_told', { detail: message });
}

/**
 * Asks the marketplace what it keeps of a sale at the listing's present price, and saves that, also over a fee that a
 * person entered: it is a person who asks.
 * @throws Problem 404 `listing_not_found`, 409 `account_inactive`, 422 `fees_not_told`, 503 `marketplace_unavailable`
 */
export async function fetchFees(
  ctx: MarketplaceContext,
  { companyId, personId }: Actor,
  listingId: number,
  signal: AbortSignal,
): Promise<CostsOfListing> {
  const [listing] = await within(ctx.db, { company: companyId }, (trx) =>
    store.costedListings(trx, companyId, [listingId]),
  );
  if (listing === undefined) throw problem('listing_not_found');
  if (!reportsFees(ctx, listing.marketplaceId))
    throw problem('fees_not_told', { detail: 'This marketplace does not report fees' });
  const answers = await fetchFeesOf(
    ctx,
    companyId,
    listing.accountId,
    [listing],
    'present',
    signal,
  );
  if (!answers.ok) throw refusalOf(answers.error);
  const answer = answers.value.get(listing.skuMarketplace) ?? NO_ANSWER;
  const [saved] = await within(ctx.db, { company: companyId }, async (trx) => {
    const rows = await saveAnswers(ctx, trx, companyId, {
      listings: [listing],
      at: 'present',
      answers: answers.value,
      replaces: true,
    });
    const subject = String(listingId);
    const values = { told: answer.ok };
    const at = ctx.clock();
    await audit(trx, { companyId, personId, action: 'catalog.fees_asked', subject, values, at });
    return rows;
  });
  if (!answer.ok) throw refusalOf(answer.error);
  if (saved === undefined) throw problem('listing_not_found');
  return store.toCostsOfListing(saved);
}
