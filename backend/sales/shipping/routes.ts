import type { AppContext } from '../../platform/app-context.ts';
import { type Route, route } from '../../platform/http.ts';
import { ShipmentState } from '../contract/orders.ts';
import * as contract from '../contract/shipping.ts';
import { enterCredit, exportCredit, queryCredit } from './credit.ts';
import {
  createRecord,
  editRecord,
  listCities,
  listRecords,
  lookUpNames,
  removeRecord,
} from './records.ts';

export const routes = (ctx: AppContext): Route[] => [
  route(contract.cities, ({ actor, query }) => listCities(ctx, actor.companyId, query)),
  route(contract.recipients, ({ actor, query }) =>
    lookUpNames(ctx, actor.companyId, 'recipient', query),
  ),
  route(contract.senders, ({ actor, query }) =>
    listRecords(ctx, actor.companyId, 'sender', query, 'active'),
  ),
  route(contract.shippingCompanies, ({ actor, query }) =>
    lookUpNames(ctx, actor.companyId, 'shipping_company', query, 'active'),
  ),
  route(contract.shippingListStatuses, () => Promise.resolve({ statuses: ShipmentState.options })),
  route(contract.shippingRecords, ({ actor, query }) =>
    listRecords(ctx, actor.companyId, query.tab, { ...query, name: query.search }),
  ),
  route(contract.createShippingRecord, ({ actor, body }) => createRecord(ctx, actor, body)),
  route(contract.editShippingRecord, ({ actor, params, body }) =>
    editRecord(ctx, actor, params.recordId, body),
  ),
  route(contract.removeShippingRecord, ({ actor, params }) =>
    removeRecord(ctx, actor, params.recordId),
  ),
  route(contract.queryCredit, ({ actor, query, body }) =>
    queryCredit(ctx, actor.companyId, query, body),
  ),
  route(contract.exportCredit, ({ actor, body, locale, signal }) =>
    exportCredit(ctx, actor, body, { locale, signal }),
  ),
  route(contract.enterCredit, ({ actor, body }) => enterCredit(ctx, actor, body)),
];
