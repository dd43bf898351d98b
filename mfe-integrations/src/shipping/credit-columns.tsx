import {
  CREDIT_FIELDS,
  type CreditEntry,
  type CreditField,
} from '@primazia/backend/sales/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { useMemo } from 'react';

/** The operation of an entry, and its note below. */
function OperationOfEntry({ entry: { operation, reverses, note } }: { entry: CreditEntry }) {
  const { t } = useTranslation();
  return (
    <span className="shipping__lines">
      <span>
        {reverses === null
          ? t(`credit.operation.${operation}`)
          : t('credit.reversal_of', { id: reverses })}
      </span>
      {note !== '' && <span className="shipping__small">{note}</span>}
    </span>
  );
}

/** The columns and filters of the statement; referentially stable until the language changes. */
export function useCreditColumns(): ListDeclaration<CreditEntry> {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () =>
      declareList<CreditEntry, CreditField>(CREDIT_FIELDS, [
        {
          id: 'entry',
          label: t('credit.column.entry'),
          exports: ['operation', 'note'],
          width: 280,
          cell: (entry) => <OperationOfEntry entry={entry} />,
        },
        {
          field: 'operation',
          label: t('credit.column.operation'),
          valueName: (value) => t(`credit.operation.${value}`),
          filter: { open: 2 },
        },
        { field: 'note', label: t('credit.column.note') },
        {
          field: 'at',
          label: t('credit.column.at'),
          filter: { open: 1 },
          ordered: true,
          cell: ({ at }) => format.dateTime(at),
        },
        {
          field: 'by',
          label: t('credit.column.by'),
          cell: ({ by }) => by ?? MISSING,
        },
        {
          field: 'amount',
          label: t('credit.column.amount'),
          numeric: true,
          cell: ({ amount, currencyCode }) => (
            <span className="credit__amount" data-below={amount < 0}>
              {format.signedMoney(amount, currencyCode)}
            </span>
          ),
        },
        {
          field: 'balance',
          label: t('credit.column.balance'),
          filter: false,
          numeric: true,
          cell: ({ balance, currencyCode }) => format.money(balance, currencyCode),
        },
      ]),
    [t, format],
  );
}
