// A campaign with its groups, ads and targets, and what the engine would bid for each target.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmountOrNull } from '../../kernel/money.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
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
import type * as store from './facts-store.ts';
import { toFigures } from './figures.ts';
import { loadCampaign } from './load.ts';
import { toCampaign } from './query.ts';

const NO_ADVICE: BidAdvice = {
  outcome: null,
  code: null,
  bid: null,
  wouldBe: null,
  bound: null,
  text: '',
};

/** What the engine would do, with the last line of its explanation. */
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

/** A campaign with its groups, ads and targets. @throws Problem 404 `campaign_not_found` */
export const getCampaign = (
  ctx: MarketplaceContext,
  companyId: number,
  campaignId: number,
  range: FigureRange,
  locale: Locale,
): Promise<CampaignDetails> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const scope = { companyId, campaignId, range, limit: MAX_TARGETS };
    const loaded = await loadCampaign(ctx, trx, scope);
    if (loaded === null) throw problem('campaign_not_found');
    const { row, advertiser, days, groups, targets, facts, isPartial } = loaded;
    const { pageOf } = ctx.marketplaces.byId(row.marketplace_id)?.ads ?? {};
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
          defaultBid: toAmountOrNull(group.default_bid),
          ads: ads.map(toAd),
          targets: targets
            .filter((target) => target.group_id === group.id)
            .map((target) => targetOf(target, group.default_bid)),
        }),
      ),
      negatives: targets
        .filter((target) => target.group_id === null)
        .map((target) => targetOf(target, null)),
      link: pageOf?.(advertiser.country_code, row.remote_id) ?? null,
      isPartial,
    });
  });

/**
 * Why the engine would set this bid for a target.
 * @throws Problem 404 `campaign_not_found`, `target_not_found`, 409 `no_decision`
 */
export const explainBid = (
  ctx: AppContext,
  companyId: number,
  { campaignId, targetId }: { campaignId: number; targetId: number },
  locale: Locale,
): Promise<{ currencyCode: string; decision: BidPreviewAnswer }> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const scope = { companyId, campaignId, range: {}, limit: MAX_TARGETS, targetId };
    const loaded = await loadCampaign(ctx, trx, scope);
    if (loaded === null) throw problem('campaign_not_found');
    const { row, facts, isKnown } = loaded;
    if (!isKnown(targetId)) throw problem('target_not_found');
    const its = facts.get(targetId);
    if (its === undefined) throw problem('no_decision');
    const decision = toPreviewAnswer(decideBid(its), its, locale, row.currency_code);
    return { currencyCode: row.currency_code, decision };
  });
