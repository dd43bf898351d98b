import type { Locale } from '../kernel/id.ts';
import type { Market } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { Problem } from '../kernel/problem.ts';
import { latestMarkets } from '../monitoring/actions.ts';
import { within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { PreviewAnswer, PreviewBody } from './contract.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { loadSubjects } from './facts.ts';
import { minimumOf } from './floor.ts';
import { toMemory, toMemoryAnswer } from './memory.ts';
import { companySettings } from './store.ts';
import { type Circumstances, type ListingFacts, type Memory, USUAL } from './terms.ts';
import { toFacts, toMarket, toRivalAnswer, toRule } from './translate.ts';

interface Subject {
  listing: ListingFacts;
  market: Market | null;
  memory: Memory | null;
  circumstances: Circumstances;
}

/** The ad, its market, what is remembered of it and the company's settings, as they are stored. */
const stored = (house: House, companyId: number, listingId: number): Promise<Subject> =>
  within(house.db, { company: companyId }, async (trx) => {
    const [subject] = await loadSubjects(trx, companyId, [listingId]);
    if (subject === undefined) throw new Problem(404, 'listing_not_found');
    const seen = (await latestMarkets(trx, companyId, [listingId])).get(listingId);
    const circumstances = { ...(await companySettings(trx, companyId)), ruleEdited: false };
    const { facts, memory } = subject;
    return { listing: facts, market: seen?.market ?? null, memory, circumstances };
  });

/**
 * What the engine would decide; writes nothing. With `listing` it reads nothing but the body; with `listingId` the ad
 * is the stored one, and so are its market and what is remembered of it unless the body gives others.
 * @param companyId the company whose ad `listingId` is; null: none was chosen
 * @throws Problem 404 `listing_not_found`, 403 `company_required`
 */
export async function preview(
  house: House,
  companyId: number | null,
  body: PreviewBody,
  locale: Locale,
): Promise<PreviewAnswer> {
  const { listing, listingId } = body;
  if (listing === undefined && companyId === null) {
    throw new Problem(403, 'company_required', 'Choose a company first');
  }
  const subject: Subject =
    listing === undefined
      ? await stored(house, companyId!, listingId!)
      : { listing: toFacts(listing), market: null, memory: null, circumstances: USUAL };
  const { market } = body;
  const seen = market === undefined ? subject.market : market && toMarket(market);
  const now = body.now === undefined ? house.clock() : new Date(body.now);
  const rule = toRule(body.rule);
  const told = body.memory && toMemory(body.memory, seen);
  const memory = told === undefined ? subject.memory : told;
  const minimum = minimumOf(rule, subject.listing.costs);
  const decision = decide(subject.listing, rule, seen, memory, now, subject.circumstances);
  return {
    outcome: decision.outcome,
    code: decision.code,
    price: toAmountOrNull(decision.price),
    eventType: decision.eventType,
    priceTag: decision.priceTag,
    state: decision.state,
    rival: toRivalAnswer(decision.rival),
    minPrice: typeof minimum === 'number' ? toAmount(minimum) : null,
    memory: decision.memory && toMemoryAnswer(decision.memory),
    explanation: decision.explanation.map((line) =>
      explain(line, locale, subject.listing.currencyCode),
    ),
  };
}
