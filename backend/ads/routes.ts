import type { MarketplaceContext } from '../catalog/actions.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import * as contract from './contract.ts';

const previews = (): Route[] => [
  route(contract.previewBid, ({ body, locale }) =>
    Promise.resolve(actions.previewBid(body, locale)),
  ),
  route(contract.previewCampaign, ({ body, locale }) =>
    Promise.resolve(actions.previewCampaign(body, locale)),
  ),
  route(contract.previewSearchTerm, ({ body, locale }) =>
    Promise.resolve(actions.previewSearchTerm(body, locale)),
  ),
  route(contract.previewRoas, ({ body, locale }) =>
    Promise.resolve(actions.previewRoas(body, locale)),
  ),
  route(contract.previewPriceOrAds, ({ body, locale }) =>
    Promise.resolve(actions.previewPriceOrAds(body, locale)),
  ),
];

const campaigns = (ctx: MarketplaceContext): Route[] => [
  route(contract.queryCampaigns, ({ actor, query, body }) =>
    actions.queryCampaigns(ctx, actor, query, body),
  ),
  route(contract.exportCampaigns, ({ actor, query, body, locale, signal }) =>
    actions.exportCampaigns(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.campaigns, ({ actor, query }) => actions.listCampaigns(ctx, actor, query)),
  route(contract.campaignStatuses, ({ locale }) =>
    Promise.resolve(actions.campaignStatuses(locale)),
  ),
  route(contract.adStatuses, ({ locale }) => Promise.resolve(actions.adStatuses(locale))),
  route(contract.campaignStrategies, ({ locale }) =>
    Promise.resolve(actions.campaignStrategies(locale)),
  ),
  route(contract.queryTargets, ({ actor, query, body }) =>
    actions.queryTargets(ctx, actor, query, body),
  ),
  route(contract.exportTargets, ({ actor, query, body, locale, signal }) =>
    actions.exportTargets(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.queryCampaignReport, ({ actor, query, body }) =>
    actions.queryReport(ctx, actor, query, body),
  ),
  route(contract.exportCampaignReport, ({ actor, query, body, locale, signal }) =>
    actions.exportReport(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.campaignReport, ({ actor, params, query }) =>
    actions.campaignReport(ctx, actor, params.campaignId, query),
  ),
  route(contract.campaignTags, ({ actor }) => actions.campaignTags(ctx, actor)),
  route(contract.tagCampaigns, ({ actor, body }) => actions.tagCampaigns(ctx, actor, body)),
  route(contract.getCampaign, ({ actor, params, query, locale }) =>
    actions.getCampaign(ctx, actor.companyId, params.campaignId, query, locale),
  ),
  route(contract.explainBid, ({ actor, params, locale }) =>
    actions.explainBid(ctx, actor.companyId, params, locale),
  ),
  route(contract.adsAccounts, ({ actor }) => actions.adsAccounts(ctx, actor.companyId)),
];

const creations = (ctx: MarketplaceContext): Route[] => [
  route(contract.campaignDraft, ({ actor }) => actions.getDraft(ctx, actor)),
  route(contract.saveCampaignDraft, ({ actor, body, locale }) =>
    actions.saveDraft(ctx, actor, body, locale),
  ),
  route(contract.discardCampaignDraft, ({ actor }) => actions.discardDraft(ctx, actor)),
  route(contract.draftProposals, ({ actor, body, locale }) =>
    actions.draftProposals(ctx, actor, body.draft, locale),
  ),
  route(contract.advertisableListings, ({ actor, query }) =>
    actions.advertisableListings(ctx, actor, query),
  ),
  route(contract.createCampaign, ({ actor, body }) =>
    actions.createCampaign(ctx, actor, body.version),
  ),
  route(contract.openCreations, ({ actor, query }) =>
    actions.openCreations(ctx, actor.companyId, query),
  ),
  route(contract.getCreation, ({ actor, params }) =>
    actions.getCreation(ctx, actor.companyId, params.creationId),
  ),
  route(contract.decideCreation, ({ actor, params, body }) =>
    actions.decideCreation(ctx, actor, params.creationId, body.act),
  ),
];

const changes = (ctx: MarketplaceContext): Route[] => [
  route(contract.changeAd, ({ actor, params, body }) =>
    actions.changeAd(ctx, actor, params.campaignId, body),
  ),
  route(contract.adsChanges, ({ actor, params, query }) =>
    actions.listChanges(ctx, actor, params.campaignId, query),
  ),
  route(contract.selectCampaigns, ({ actor, query, body }) =>
    actions.selectCampaigns(ctx, actor, query, body),
  ),
  route(contract.previewCampaignBulk, ({ actor, params, body }) =>
    actions.previewCampaignBulk(ctx, actor, params.selectionId, body.status),
  ),
  route(contract.startCampaignBulk, ({ actor, body }) =>
    actions.startCampaignBulk(ctx, actor, body.selectionId, body.status),
  ),
  route(contract.campaignBulks, ({ actor }) => actions.campaignBulks(ctx, actor.companyId)),
  route(contract.cancelCampaignBulk, ({ actor, params }) =>
    actions.cancelCampaignBulk(ctx, actor, params.bulkId),
  ),
  route(contract.undoCampaignBulk, ({ actor, params }) =>
    actions.undoCampaignBulk(ctx, actor, params.bulkId),
  ),
  route(contract.changeAds, ({ actor, body, locale }) =>
    actions.changeAds(ctx, actor, body.changes, locale),
  ),
  route(contract.queryAdsChanges, ({ actor, query, body }) =>
    actions.queryChanges(ctx, actor, query, body),
  ),
  route(contract.exportAdsChanges, ({ actor, query, body, locale, signal }) =>
    actions.exportChanges(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.approveAdsChange, ({ actor, params }) =>
    actions.approveChange(ctx, actor, params.changeId),
  ),
  route(contract.approveAdsChanges, ({ actor, params }) =>
    actions.approveChanges(ctx, actor, params.campaignId),
  ),
  route(contract.adsChangeReason, ({ actor, params, locale }) =>
    actions.changeReason(ctx, actor, params.changeId, locale),
  ),
  route(contract.setCampaignStrategy, ({ actor, params, body }) =>
    actions.setCampaignStrategy(ctx, actor, params.campaignId, body),
  ),
  route(contract.planCampaignEdit, ({ actor, params, body, locale }) =>
    actions.planEdit(ctx, actor, params.campaignId, body.edit, locale),
  ),
  route(contract.editCampaign, ({ actor, params, body }) =>
    actions.editCampaign(ctx, actor, params.campaignId, body),
  ),
  route(contract.cancelAdsChange, ({ actor, params }) =>
    actions.cancelChange(ctx, actor, params.changeId),
  ),
  route(contract.markAdsChange, ({ actor, params }) =>
    actions.markChange(ctx, actor, params.changeId),
  ),
  route(contract.undoAdsChange, ({ actor, params }) =>
    actions.undoChange(ctx, actor, params.changeId),
  ),
  route(contract.adsSettings, ({ actor }) => actions.getSettings(ctx, actor)),
  route(contract.setAdsSettings, ({ actor, body }) => actions.setSettings(ctx, actor, body)),
];

export const routes = (ctx: MarketplaceContext): Route[] => [
  ...previews(),
  // Before the routes of a campaign, as `draft` is no campaign's id.
  ...creations(ctx),
  ...campaigns(ctx),
  ...changes(ctx),
];
