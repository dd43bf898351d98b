// What marketplaces keep of a sale, as they tell it: asked for by a person, or by ourselves where a cost is known.
import * as z from 'zod';
import type { CallFailure, Fee, FeeTarget } from '../../integrations/marketplace.ts';
import { Id } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { audit } from '../../platform/audit.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Actor } from '../../platform/house.ts';
import type { Queue } from '../../platform/jobs.ts';
import type { CostsOfListing } from '../contract.ts';
import { type TradingHouse, withAccount } from '../credentials.ts';
import { differ, type Known, wantsFee } from './merge.ts';
import * as store from './store.ts';
import { tellCostsChanged } from './tell.ts';

const FeesJob = z.object({ companyId: Id, accountId: Id });
export type FeesJob = z.infer<typeof FeesJob>;

/** Asks for the fees of an account's ads that are due. Of several that wait for one account only one is kept. */
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
/** Fees change with a marketplace's tables and an ad's size: seldom. */
const ASK_AGAIN_MS = 7 * DAY_MS;
/** Whatever it was that brought no fee. */
const ASK_AGAIN_AFTER_FAILURE_MS = DAY_MS;
/** Ads that are asked for at once, and in one job: others want their turn, and a job has to end in time. */
const AT_ONCE = 100;
const IN_ONE_JOB = 2_000;

/** The marketplace did not even hear the question: that is no answer about the ad. */
const isUnheard = ({ kind }: CallFailure) => kind === 'rate_limited';

/** Ads that were asked for before these instants are due again. */
const dueBefore = (now: Date): store.DueBefore => ({
  asked: new Date(now.getTime() - ASK_AGAIN_MS),
  failed: new Date(now.getTime() - ASK_AGAIN_AFTER_FAILURE_MS),
});

const tellsFees = (house: TradingHouse, marketplaceId: number) =>
  house.marketplaces.byId(marketplaceId)?.getFees !== undefined;

/** Enqueues the question for the fees that are missing, in the caller's transaction. */
export async function requestFees(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  changes: readonly { before: store.Costed; after: Known }[],
): Promise<void> {
  const accounts = new Set(
    changes
      .filter(({ before, after }) => wantsFee(after) && tellsFees(house, before.marketplaceId))
      .map(({ before }) => before.accountId),
  );
  const jobs = [...accounts].map((accountId) => ({ companyId, accountId }));
  await house.jobs.send(trx, FEES, jobs, ({ accountId }) => ({ key: String(accountId) }));
}

const toTarget = (listing: store.Costed): FeeTarget => ({
  skuMarketplace: listing.skuMarketplace,
  catalogProductId: listing.catalogProductId,
  listingTypeId: listing.listingTypeId,
  fulfillment: listing.fulfillment,
  price: listing.price,
  currencyCode: listing.currencyCode,
});

type Answers = ReadonlyMap<string, Result<Fee, CallFailure>>;

const NO_ANSWER: Result<Fee, CallFailure> = fail({
  kind: 'invalid',
  code: 'no_answer',
  message: 'The marketplace said nothing of this ad',
  retryAfterMs: null,
});

function afterAnswer(before: Known, answer: Result<Fee, CallFailure>, now: Date): Known {
  const asked = { ...before, feeAskedAt: now };
  return answer.ok
    ? { ...asked, ...answer.value, feeSource: 'marketplace', feeAt: now, feeFailure: null }
    : { ...asked, feeFailure: answer.error.code };
}

/**
 * Saves what a marketplace told of ads. A fee that a person said stays, unless a person asked for it to be replaced;
 * a question that was held back counts as not asked.
 */
async function saveAnswers(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  answers: Answers,
  replaces: boolean,
): Promise<store.Costed[]> {
  const now = house.clock();
  await store.holdCosts(trx, companyId, ids, now);
  const listings = await store.costedListings(trx, companyId, ids);
  const answered = listings.flatMap((listing) => {
    const answer = answers.get(listing.skuMarketplace) ?? NO_ANSWER;
    const isPersons = listing.known.feeSource === 'person' && !replaces;
    if (isPersons || (!answer.ok && isUnheard(answer.error))) return [];
    return [{ listing, known: afterAnswer(listing.known, answer, now) }];
  });
  await store.saveCosts(
    trx,
    companyId,
    answered.map(({ listing, known }) => ({ listingId: listing.listingId, known })),
    now,
  );
  const changed = answered.filter(({ listing, known }) => differ(listing.known, known));
  await tellCostsChanged(
    house,
    trx,
    companyId,
    changed.map(({ listing }) => listing.listingId),
  );
  return answered.map(({ listing, known }) => ({ ...listing, known }));
}

const asking = (
  house: TradingHouse,
  companyId: number,
  accountId: number,
  listings: readonly store.Costed[],
  signal?: AbortSignal,
): Promise<Result<Answers, CallFailure>> =>
  withAccount(
    house,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<Answers, CallFailure>> =>
      (await marketplace.getFees?.(session, listings.map(toTarget))) ?? ok(new Map()),
    signal,
  );

/** The same question would be refused again: an answer about each of the ads, so that those behind them have a turn. */
const isRefusal = ({ kind }: CallFailure) =>
  kind === 'invalid' || kind === 'not_found' || kind === 'forbidden';

const refusalOfEach = (listings: readonly store.Costed[], refusal: CallFailure): Answers =>
  new Map(listings.map(({ skuMarketplace }) => [skuMarketplace, fail(refusal)]));

/**
 * Asks for the fees of an account's ads that are due, until none is or it has been at it long enough.
 * @returns whether some are left, or why it could not go on
 */
export async function refreshFees(
  house: TradingHouse,
  { companyId, accountId }: FeesJob,
  signal: AbortSignal,
): Promise<Result<'done' | 'more', CallFailure>> {
  const before = dueBefore(house.clock());
  for (let done = 0; done < IN_ONE_JOB; done += AT_ONCE) {
    signal.throwIfAborted();
    const due = await within(house.db, { company: companyId }, async (trx) =>
      store.costedListings(
        trx,
        companyId,
        await store.feesDue(trx, { companyId, accountId }, before, AT_ONCE),
      ),
    );
    const told = due.filter(({ marketplaceId }) => tellsFees(house, marketplaceId));
    if (told.length === 0) return ok('done');
    const asked = await asking(house, companyId, accountId, told, signal);
    if (!asked.ok && !isRefusal(asked.error)) return asked;
    const answers = asked.ok ? asked.value : refusalOfEach(told, asked.error);
    const ids = told.map(({ listingId }) => listingId);
    await within(house.db, { company: companyId }, (trx) =>
      saveAnswers(house, trx, companyId, ids, answers, false),
    );
    for (const answer of answers.values()) {
      if (!answer.ok && isUnheard(answer.error)) return answer;
    }
  }
  return ok('more');
}

/** Enqueues the question for every account with fees that were told long ago, or never. */
export async function requestDueFees(house: TradingHouse, signal: AbortSignal): Promise<void> {
  const before = dueBefore(house.clock());
  const marketplaceIds = house.marketplaces.all.flatMap(({ id, getFees }) => (getFees ? [id] : []));
  if (marketplaceIds.length === 0) return;
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await within(house.db, { company: companyId }, async (trx) => {
      const accounts = await store.accountsWithFeesDue(trx, companyId, marketplaceIds, before);
      const jobs = accounts.map((accountId) => ({ companyId, accountId }));
      await house.jobs.send(trx, FEES, jobs, ({ accountId }) => ({ key: String(accountId) }));
    });
  }
}

function refusalOf({ code, kind, message }: CallFailure): Problem {
  if (code === 'account_inactive') return new Problem(409, 'account_inactive', message);
  if (kind === 'rate_limited' || kind === 'unavailable')
    return new Problem(503, 'marketplace_unavailable', message);
  return new Problem(422, 'fees_not_told', message);
}

/**
 * Asks the marketplace what it keeps of a sale at the ad's present price, and saves that, also over what a person said
 * before: it is a person who asks.
 * @throws Problem 404 `listing_not_found`, 409 `account_inactive`, 422 `fees_not_told`, 503 `marketplace_unavailable`
 */
export async function askFees(
  house: TradingHouse,
  { companyId, personId }: Actor,
  listingId: number,
  signal: AbortSignal,
): Promise<CostsOfListing> {
  const [listing] = await within(house.db, { company: companyId }, (trx) =>
    store.costedListings(trx, companyId, [listingId]),
  );
  if (listing === undefined) throw new Problem(404, 'listing_not_found');
  if (!tellsFees(house, listing.marketplaceId))
    throw new Problem(422, 'fees_not_told', 'This marketplace tells no fees');
  const answers = await asking(house, companyId, listing.accountId, [listing], signal);
  if (!answers.ok) throw refusalOf(answers.error);
  const answer = answers.value.get(listing.skuMarketplace) ?? NO_ANSWER;
  const [saved] = await within(house.db, { company: companyId }, async (trx) => {
    const rows = await saveAnswers(house, trx, companyId, [listingId], answers.value, true);
    const subject = String(listingId);
    const values = { told: answer.ok };
    const at = house.clock();
    await audit(trx, { companyId, personId, action: 'catalog.fees_asked', subject, values, at });
    return rows;
  });
  if (!answer.ok) throw refusalOf(answer.error);
  if (saved === undefined) throw new Problem(404, 'listing_not_found');
  return store.toCostsOfListing(saved);
}
