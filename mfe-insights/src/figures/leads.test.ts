import { expect, it } from '@rstest/core';
import { leadOf } from './leads.ts';

const QUERY = {
  from: '2026-11-01',
  to: '2026-11-07',
  filters: { accountIds: [3, 4] },
  currencyCode: 'USD',
};

it('leads from a sum of sales to the items of its days, accounts and currency', () => {
  expect(leadOf('revenue', QUERY)).toEqual({
    page: '/dashboard/pedidos',
    filters:
      'orderedAt:BETWEEN:2026-11-01%7C2026-11-07;state:IN:paid%7Crefunded;currencyCode:=:USD;accountId:IN:3%7C4',
    isOwn: true,
  });
});

it('leads from time without the buybox to the listings that lose it, and from nothing that no list has', () => {
  expect(leadOf('losingTime', QUERY)).toMatchObject({
    page: '/monitoramento-buybox',
    filters: 'buyboxStatus:IN:LOSING;accountId:IN:3%7C4',
  });
  expect(leadOf('savedTime', { ...QUERY, filters: {} })?.page).toBe('/historico-de-precos');
  expect(leadOf('acos', QUERY)).toBe(null);
});
