import type postgres from 'postgres';
import { TEST_TIME } from '../test-context.ts';
import type { Things } from '../things.ts';
import { insights, integrations, nothing, type RouteCall } from './route-call.ts';

const spareShippingRecord = async (things: Things, owner: postgres.Sql) => {
  const [record] = await owner<{ id: number }[]>`
    insert into shipping_record (company_id, kind, name, plain_name, status, created_at, updated_at)
    values (${things.companyId}, 'sender', 'Spare', 'spare', 'active', ${TEST_TIME}, ${TEST_TIME}) returning id`;
  things.shippingRecordId = record!.id;
};
/** Sales by day: for accounts, and on the dashboard. */
const sales = { modules: ['mfe-insights', 'mfe-integrations'] } as const;
const shippingRecord = {
  path: ({ shippingRecordId }: Things) => `/v1/shipping/records/${shippingRecordId}`,
};

export const SALES_CALLS: Record<string, RouteCall> = {
  ...Object.fromEntries(
    ['cities', 'recipients', 'senders', 'shipping-companies', 'shipping-list-statuses'].map(
      (name) => [
        `get /services/anyenvios/api/${name}`,
        { who: 'read', ...integrations, ...nothing } as const,
      ],
    ),
  ),
  'get /v1/shipping/records': {
    who: 'read',
    ...integrations,
    ...nothing,
    path: () => '/v1/shipping/records?tab=sender',
  },
  'post /v1/shipping/records': {
    who: 'write',
    ...integrations,
    ...nothing,
    body: () => ({ kind: 'shipping_company', name: 'Transportes do Vale' }),
  },
  'put /v1/shipping/records/{recordId}': {
    who: 'write',
    ...integrations,
    ...shippingRecord,
    prepare: ({ shippingRecordId }, owner) =>
      owner`update shipping_record set version = 1 where id = ${shippingRecordId}`,
    body: () => ({ record: { kind: 'sender', name: 'Galpão' }, version: 1 }),
  },
  'delete /v1/shipping/records/{recordId}': {
    who: 'write',
    ...integrations,
    ...shippingRecord,
    prepare: spareShippingRecord,
  },
  'post /v1/shipping/credit/query': {
    who: 'read',
    ...integrations,
    ...nothing,
    body: () => ({}),
  },
  'post /v1/shipping/credit/export': {
    who: 'read',
    ...integrations,
    ...nothing,
    body: () => ({ columns: [{ field: 'operation', label: 'Operation' }] }),
  },
  'post /v1/shipping/credit': {
    who: 'write',
    ...integrations,
    ...nothing,
    body: () => ({ operation: 'credit_top_up', amount: 10, reference: 'top-up' }),
  },
  'post /v1/sales/orders/query': { who: 'read', ...insights, ...nothing, body: () => ({}) },
  'get /v1/sales/days': { who: 'read', ...sales, ...nothing },
  'get /v1/sales/reconciliation': { who: 'read', ...sales, ...nothing },
  'get /v1/sales/catch-up': { who: 'read', ...sales, ...nothing },
  'post /v1/sales/accounts/{accountId}/catch-up': {
    who: 'write',
    ...sales,
    path: ({ accountId }) => `/v1/sales/accounts/${accountId}/catch-up`,
    body: () => ({ from: '2026-01-01' }),
    // The marketplace of the tests reports no orders.
    status: 409,
  },
};
