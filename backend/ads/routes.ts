import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import * as contract from './contract.ts';

export const routes = (): Route[] => [
  route(contract.previewBid, ({ body, locale }) =>
    Promise.resolve(actions.previewBid(body, locale)),
  ),
];
