// What other domains use of ads.
import type { Locale } from '../kernel/id.ts';
import type { BidPreviewAnswer, BidPreviewBody } from './contract.ts';
import { decideBid } from './engine/decide.ts';
import { toPreviewAnswer } from './engine/preview-answer.ts';
import { toBidFacts } from './engine/preview-input.ts';

export { adsAccounts, connectAdvertising } from './advertisers/connect.ts';
export { setCampaignStrategy } from './automation/strategy.ts';
export {
  campaignBulks,
  cancelCampaignBulk,
  previewCampaignBulk,
  selectCampaigns,
  startCampaignBulk,
  undoCampaignBulk,
} from './bulk/actions.ts';
export { explainBid, getCampaign } from './campaigns/details.ts';
export { exportCampaigns, listCampaigns, queryCampaigns } from './campaigns/query.ts';
export { campaignReport, exportReport, queryReport } from './campaigns/report.ts';
export { exportTargets, queryTargets } from './campaigns/targets.ts';
export { adStatuses, campaignStatuses, campaignStrategies } from './campaigns/words.ts';
export {
  approveChange,
  approveChanges,
  cancelChange,
  changeAd,
  changeReason,
  getSettings,
  listChanges,
  markChange,
  setSettings,
  undoChange,
} from './changes/actions.ts';
export { changeAds } from './changes/bulk.ts';
export { exportChanges, queryChanges } from './changes/query.ts';
export { countPendingChanges } from './changes/store.ts';
export {
  createCampaign,
  decideCreation,
  discardDraft,
  getCreation,
  getDraft,
  openCreations,
  saveDraft,
} from './creation/actions.ts';
export { advertisableListings } from './creation/listings.ts';
export { draftProposals } from './creation/proposals.ts';
export { countWaitingCreations } from './creation/store.ts';
export { editCampaign, planEdit } from './edit/actions.ts';
export {
  campaignPreview as previewCampaign,
  priceOrAdsPreview as previewPriceOrAds,
  roasPreview as previewRoas,
  searchTermPreview as previewSearchTerm,
} from './engine/previews.ts';

export { campaignTags, tagCampaigns } from './tags/tags.ts';

/** Which bid the engine would set; uses only the body, and writes nothing. */
export function previewBid(body: BidPreviewBody, locale: Locale): BidPreviewAnswer {
  const facts = toBidFacts(body);
  return toPreviewAnswer(decideBid(facts), facts, locale, body.currencyCode);
}
