import { problem as catalogProblem } from '../../catalog/problems.ts';
import type { Locale } from '../../kernel/id.ts';
import type { Market } from '../../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { latestMarketsWithWatched } from '../../monitoring/actions.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import { problem as platformProblem } from '../../platform/problems.ts';
import type { PreviewAnswer, PreviewBody } from '../contract.ts';
import { decide } from '../engine/decide.ts';
import { explain } from '../engine/explain.ts';
import { toMemory, toMemoryAnswer } from '../engine/memory.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import { paceLine } from '../engine/pace.ts';
import { toFacts, toMarket } from '../engine/preview-input.ts';
import { toRule } from '../engine/rule.ts';
import { toCompetitorAnswer, toStoredCompetitor } from '../engine/stored-decision.ts';
import {
  type Circumstances,
  type Line,
  type ListingFacts,
  type Memory,
  USUAL,
} from '../engine/types.ts';
import { companySettings } from '../updates/listing-store.ts';
import { loadSubjects } from '../updates/load-facts.ts';

interface Subject {
  listing: ListingFacts;
  market: Market | null;
  memory: Memory | null;
  circumstances: Circumstances;
  /** Which limit of pace holds the price of the stored listing, and until when; null: none does. */
  held: { line: Line; until: Date } | null;
}

/** The listing, its market, what is remembered of it and the company's settings, as they are stored. */
const stored = (ctx: AppContext, companyId: number, listingId: number): Promise<Subject> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const [subject] = await loadSubjects(trx, companyId, [listingId]);
    if (subject === undefined) throw catalogProblem('listing_not_found');
    const seen = (await latestMarketsWithWatched(trx, companyId, [listingId], ctx.clock())).get(
      listingId,
    );
    const { pace, ...company } = await companySettings(trx, companyId);
    const { facts, memory } = subject;
    const { hold } = subject.pace;
    return {
      listing: facts,
      market: seen?.market ?? null,
      memory,
      circumstances: { ...company, ruleEdited: false, traits: ctx.marketplaces.traits },
      held: hold && { line: paceLine(hold, pace), until: hold.until },
    };
  });

/**
 * What the engine would decide; writes nothing. With `listing` it reads nothing but the body; with `listingId` the listing
 * is the stored one, and so are its market and what is remembered of it unless the body gives others.
 * @param companyId the company whose listing `listingId` is; null: none was chosen
 * @throws Problem 404 `listing_not_found`, 403 `company_required`
 */
export async function preview(
  ctx: AppContext,
  companyId: number | null,
  body: PreviewBody,
  locale: Locale,
): Promise<PreviewAnswer> {
  const { listing, listingId } = body;
  if (listing === undefined && companyId === null) {
    throw platformProblem('company_required');
  }
  const subject: Subject =
    listing === undefined
      ? await stored(ctx, companyId!, listingId!)
      : { listing: toFacts(listing), market: null, memory: null, circumstances: USUAL, held: null };
  const { market } = body;
  const seen = market === undefined ? subject.market : market && toMarket(market);
  const now = body.now === undefined ? ctx.clock() : new Date(body.now);
  const rule = toRule(body.rule);
  const reported = body.memory && toMemory(body.memory, seen);
  const memory = reported === undefined ? subject.memory : reported;
  const minimum = minimumOf(rule, subject.listing.costs);
  const circumstances = {
    ...subject.circumstances,
    smallestRisePercent: body.settings?.smallestRisePercent ?? 0,
  };
  const decision = decide(subject.listing, rule, seen, memory, now, circumstances);
  const { held } = subject;
  const waits = held !== null && held.until > now && decision.state === 'sent';
  const lines = waits ? [...decision.explanation, held.line] : decision.explanation;
  return {
    outcome: decision.outcome,
    code: decision.code,
    price: toAmountOrNull(decision.price),
    eventType: decision.eventType,
    priceTag: decision.priceTag,
    state: decision.state,
    rival: toCompetitorAnswer(toStoredCompetitor(decision.rival)),
    minPrice: typeof minimum === 'number' ? toAmount(minimum) : null,
    memory: decision.memory && toMemoryAnswer(decision.memory),
    explanation: lines.map((line) => explain(line, locale, subject.listing.currencyCode)),
  };
}
