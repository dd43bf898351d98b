import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import * as contract from './contract.ts';

export const routes = (): Route[] => [
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
