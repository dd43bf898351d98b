import { ORDER_FIELDS, type OrderField, type OrderLine } from '@primazia/backend/sales/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration, useAccountFields } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';

/** The columns and filters of the lines of orders; the same objects until the language changes. */
export function useOrderColumns(): ListDeclaration<OrderLine> {
  const { t } = useTranslation();
  const format = useFormat();
  const ofAccount = useAccountFields();
  return useMemo(
    () =>
      declareList<OrderLine, OrderField>(ORDER_FIELDS, [
        {
          field: 'title',
          label: t('orders.listing'),
          width: 300,
          cell: ({ title, skuMarketplace, sku }) => (
            <TwoLines small={sku ?? skuMarketplace}>{title ?? skuMarketplace}</TwoLines>
          ),
        },
        {
          field: 'orderedAt',
          label: t('orders.ordered_at'),
          filter: { open: 1, required: true },
          ordered: true,
          cell: ({ orderedAt }) => format.dateTime(orderedAt),
        },
        {
          field: 'orderId',
          label: t('orders.order'),
          cell: ({ orderId, marketplaceId }) => (
            <TwoLines small={format.marketplace(marketplaceId)}>{orderId}</TwoLines>
          ),
        },
        {
          field: 'state',
          label: t('orders.state'),
          valueName: (value) => t(`orders.states.${value}`),
          filter: { open: 2 },
          cell: ({ state }) => t(`orders.states.${state}`),
        },
        {
          field: 'units',
          label: t('orders.units'),
          ordered: true,
          cell: ({ units }) => format.integer(units),
        },
        {
          field: 'price',
          label: t('orders.price'),
          ordered: true,
          cell: ({ price, currencyCode }) => format.money(price, currencyCode),
        },
        {
          field: 'amount',
          label: t('orders.amount'),
          ordered: true,
          cell: ({ amount, currencyCode }) => format.money(amount, currencyCode),
        },
        {
          id: 'left',
          label: t('orders.contribution'),
          exports: [],
          numeric: true,
          cell: (line) => format.money(contributionOf(line), line.currencyCode),
        },
        {
          id: 'refunded',
          label: t('orders.refunded'),
          exports: [],
          numeric: true,
          cell: ({ refundedAmount, currencyCode }) => format.money(refundedAmount, currencyCode),
        },
        {
          field: 'held',
          label: t('orders.held'),
          valueName: (value) => t(`orders.holders.${value}`),
          cell: ({ held }) => t(`orders.holders.${held}`),
        },
        { field: 'sku', label: 'SKU', hidden: true, cell: ({ sku }) => sku ?? MISSING },
        {
          field: 'skuMarketplace',
          label: t('orders.code'),
          hidden: true,
          cell: ({ skuMarketplace }) => skuMarketplace,
        },
        { field: 'listingId', label: t('orders.listing_id') },
        { field: 'currencyCode', label: t('orders.currency') },
        ...ofAccount,
      ]),
    [t, format, ofAccount],
  );
}

/** The contribution of an order item; null: a part of it is not known. */
const contributionOf = ({ amount, fee, cost, tax }: OrderLine): number | null =>
  amount === null || fee === null || cost === null || tax === null
    ? null
    : amount - fee - cost - tax;
