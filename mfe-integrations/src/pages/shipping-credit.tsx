import { type CreditEntry, exportCredit, queryCredit } from '@primazia/backend/sales/contract';
import { useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { AddIcon, Button, Text } from '@primazia/kit/ui';
import { useState } from 'react';
import { useCreditColumns } from '../shipping/credit-columns.tsx';
import { TopUpDialog } from '../shipping/top-up-dialog.tsx';

const DEFAULTS = { orders: [{ field: 'at', direction: 'desc' as const }] };

const idOf = ({ id }: CreditEntry) => id;

/** The statement of shipping credit: the balance, and each entry. */
export function ShippingCreditPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const [isAdding, setAdding] = useState(false);
  const { shown } = useListCall(queryCredit, {
    ...useCreditColumns(),
    defaults: DEFAULTS,
    download: exportCredit,
  });
  const { data } = shown.result;
  const money = (amount: number | undefined) =>
    data === undefined ? '' : format.money(amount, data.currencyCode);
  const add = mayWrite && (
    <Button variant="accent" onPress={() => setAdding(true)}>
      <AddIcon />
      <Text>{t('credit.top_up.open')}</Text>
    </Button>
  );
  const { filters, where } = shown.list.state;
  const isWhole = filters.length + where.length === 0;
  const hasNone = isWhole && data?.totalElements === 0;
  return (
    <>
      <ListPage
        id="shipping-credit"
        title={t('credit.title')}
        // An empty page has the one next step in its middle.
        actions={hasNone ? null : add}
        notice={
          <dl className="credit__sums">
            <div>
              <dt>{t('credit.balance')}</dt>
              <dd>{money(data?.balance)}</dd>
            </div>
            <div>
              <dt>{t(isWhole ? 'credit.credited' : 'credit.credited_here')}</dt>
              <dd>{money(data?.credited)}</dd>
            </div>
            <div>
              <dt>{t(isWhole ? 'credit.debited' : 'credit.debited_here')}</dt>
              <dd>{money(data?.debited)}</dd>
            </div>
          </dl>
        }
        {...shown}
        rowId={idOf}
        rowLabel={({ operation, at }) =>
          `${t(`credit.operation.${operation}`)}, ${format.dateTime(at)}`
        }
        empty={{ title: t('credit.empty'), text: t('credit.empty_text'), action: add }}
      />
      <TopUpDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
