// A campaign with what is in it, and what the engine would bid for each target.
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import * as advertisers from '../advertisers/store.ts';
import {
  type AdGroup,
  type AdOfGroup,
  type AdTarget,
  type BidAdvice,
  type BidPreviewAnswer,
  CampaignDetails,
  type FigureRange,
  MAX_TARGETS,
} from '../contract.ts';
import { decideBid } from '../engine/decide.ts';
import { explain } from '../engine/explain.ts';
import { toPreviewAnswer } from '../engine/preview-answer.ts';
import type { BidFacts } from '../engine/types.ts';
import { problem } from '../problems.ts';
import { bidFacts, type GroupFacts } from './bid-facts.ts';
import * as store from './facts-store.ts';
import { figureDays, toFigures } from './figures.ts';
import { findCampaign, toCampaign } from './query.ts';

const NO_ADVICE: BidAdvice = {
  outcome: null,
  code: null,
  bid: null,
  wouldBe: null,
  bound: null,
  text: '',
};

/** What the engine would do, with the line that says why last. */
function adviceOf(facts: BidFacts, locale: Locale, currencyCode: string): BidAdvice {
  const { outcome, code, bid, wouldBe, bound, explanation } = decideBid(facts);
  const last = explanation.at(-1);
  return {
    outcome,
    code,
    bid: toAmountOrNull(bid),
    wouldBe: toAmountOrNull(wouldBe),
    bound,
    text: last === undefined ? '' : explain(last, locale, currencyCode).text,
  };
}

const toAd = (row: store.AdRow): AdOfGroup => ({
  id: row.id,
  skuMarketplace: row.sku_marketplace,
  status: row.status,
  serving: row.serving,
  listingId: row.listing_id,
  title: row.title,
  imageUrl: row.image_url,
  link: row.link,
  price: toAmountOrNull(row.price),
  stock: row.stock,
});

const toTarget = (
  row: store.TargetRow,
  defaultBid: number | null,
  advice: BidAdvice,
  readAt: Date | null,
): AdTarget => ({
  id: row.id,
  kind: row.kind,
  isNegative: row.is_negative,
  matchType: row.match_type,
  text: row.text,
  status: row.status,
  bid: row.is_negative ? null : toAmountOrNull(row.bid ?? defaultBid),
  hasOwnBid: row.bid !== null,
  figures: toFigures(row, readAt),
  advice,
});

async function load(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number,
  range: FigureRange,
  only: { targetId: number } | null,
) {
  const now = ctx.clock();
  const advertiser = await advertisers.advertiserOfCampaign(trx, companyId, campaignId);
  if (advertiser === undefined) throw problem('campaign_not_found');
  const zone = advertiser.time_zone;
  const days = figureDays(range, now, zone);
  const [row, groups, ads, targets] = await Promise.all([
    findCampaign(trx, { companyId, now, days }, campaignId),
    store.groupsOf(trx, companyId, campaignId),
    store.adsOf(trx, companyId, campaignId),
    store.targetsOf(trx, { companyId, campaignId, ...days }, MAX_TARGETS + 1),
  ]);
  const byGroup = Map.groupBy(ads, (ad) => ad.group_id);
  const withAds = groups.map((group): GroupFacts => ({ group, ads: byGroup.get(group.id) ?? [] }));
  // No longer listed.
  if (row === null) throw problem('campaign_not_found');
  const shown = targets.slice(0, MAX_TARGETS);
  const extra =
    only === null || shown.some(({ id }) => id === only.targetId)
      ? []
      : await store.targetsOf(trx, { companyId, campaignId, ...days }, 1, only.targetId);
  const facts = await bidFacts(trx, companyId, {
    row,
    groups: withAds,
    targets: [...shown, ...extra],
    capabilities: advertiser.capabilities,
    zone,
    now,
  });
  return {
    row,
    advertiser,
    days,
    groups: withAds,
    targets: shown,
    isKnown: (targetId: number) => [...shown, ...extra].some(({ id }) => id === targetId),
    facts,
    isPartial: targets.length > MAX_TARGETS,
  };
}

/** A campaign with its groups, ads and targets. @throws Problem 404 `campaign_not_found` */
export const getCampaign = (
  ctx: AppContext,
  companyId: number,
  campaignId: number,
  range: FigureRange,
  locale: Locale,
): Promise<CampaignDetails> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { row, advertiser, days, groups, targets, facts, isPartial } = await load(
      ctx,
      trx,
      companyId,
      campaignId,
      range,
      null,
    );
    const targetOf = (target: store.TargetRow, defaultBid: number | null) => {
      const its = facts.get(target.id);
      const advice = its === undefined ? NO_ADVICE : adviceOf(its, locale, row.currency_code);
      return toTarget(target, defaultBid, advice, advertiser.figures_at);
    };
    return CampaignDetails.parse({
      campaign: toCampaign(row),
      days,
      capabilities: AdsCapabilities.parse(advertiser.capabilities),
      groups: groups.map(
        ({ group, ads }): AdGroup => ({
          id: group.id,
          name: group.name,
          status: group.status,
          defaultBid: toAmount(group.default_bid),
          ads: ads.map(toAd),
          targets: targets
            .filter((target) => target.group_id === group.id)
            .map((target) => targetOf(target, group.default_bid)),
        }),
      ),
      negatives: targets
        .filter((target) => target.group_id === null)
        .map((target) => targetOf(target, null)),
      isPartial,
    });
  });

/**
 * Why a target would bid what it would.
 * @throws Problem 404 `campaign_not_found`, `target_not_found`, 409 `no_decision`
 */
export const explainBid = (
  ctx: AppContext,
  companyId: number,
  { campaignId, targetId }: { campaignId: number; targetId: number },
  locale: Locale,
): Promise<{ currencyCode: string; decision: BidPreviewAnswer }> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const loaded = await load(ctx, trx, companyId, campaignId, {}, { targetId });
    const { row, facts, isKnown } = loaded;
    if (!isKnown(targetId)) throw problem('target_not_found');
    const its = facts.get(targetId);
    if (its === undefined) throw problem('no_decision');
    const decision = toPreviewAnswer(decideBid(its), its, locale, row.currency_code);
    return { currencyCode: row.currency_code, decision };
  });
