import { type AccountSales, reconciliation, salesDays } from '@primazia/backend/sales/contract';
import {
  MISSING,
  useFormat,
  useLiveRefresh,
  useMarketplaces,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Ago, EmptyState, ErrorState, ScrollRegion, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { namedIn } from '../marketplace/named-in.ts';
import { type DayRow, heldShare, rowsOf, totalsOf } from '../sales/day-rows.ts';
import '../sales/sales.css';

/** The sales of an account by day, beside the marketplace's own sums. */
export function AccountSalesPage({ accountId }: { accountId: number }) {
  const { t } = useTranslation();
  const query = { query: { accountId } };
  const { data, error, refetch } = useQueryCall(salesDays, query);
  const reconciled = useQueryCall(reconciliation, query);
  useLiveRefresh(['accounts'], [salesDays, reconciliation]);
  const account = data?.accounts[0];
  return (
    <section className="page">
      <header>
        <Link to="/channel">{t('return.all')}</Link>
        <h1>{t('sales.title', { name: account?.accountName ?? '' })}</h1>
        {account && <p className="remark">{t('sales.intro', { zone: account.timeZone })}</p>}
      </header>
      {account === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : account.readUntil === null ? (
        <EmptyState
          kind="nothing-yet"
          title={t('sales.unread.title')}
          text={t('sales.unread.text')}
        />
      ) : (
        <Days account={account} reconciled={reconciled.data} />
      )}
      {reconciled.error !== null && (
        <ErrorState error={reconciled.error} onRetry={reconciled.refetch} />
      )}
    </section>
  );
}

type Reconciled = NonNullable<ReturnType<typeof useQueryCall<typeof reconciliation>>['data']>;

interface DaysProps {
  account: AccountSales;
  reconciled: Reconciled | undefined;
}

function Days({ account, reconciled }: DaysProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const marketplace = useMarketplaces().of(account.marketplaceId);
  const askedAt = reconciled?.accounts[0]?.askedAt ?? null;
  const rows = rowsOf(account.days, reconciled?.days ?? []);
  const columns = [
    'day',
    'orders',
    'units',
    'revenue',
    'refunds',
    'marketplace',
    'difference',
    'buybox',
  ];
  return (
    <>
      <dl className="particulars">
        {totalsOf(account.days).map(({ currencyCode, orders, units, sales }) => (
          <div key={currencyCode}>
            <dt>{t('sales.total', { currency: currencyCode })}</dt>
            <dd>
              {format.money(sales, currencyCode)}
              <span className="sales__note">
                {t('sales.counted', {
                  orders: format.integer(orders),
                  units: format.integer(units),
                })}
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('sales.asked', namedIn(marketplace))}</dt>
          <dd>{askedAt === null ? t('sales.never') : <Ago at={askedAt} />}</dd>
        </div>
      </dl>
      <ScrollRegion label={t('sales.days')}>
        <table className="sales__days" aria-label={t('sales.days')}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`sales.column.${name}`, namedIn(marketplace))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Day key={`${row.day} ${row.currencyCode}`} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** A day that was read and has no sums sold nothing; a day that was not read is unknown. */
function Day({ row }: { row: DayRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { day, state, sums, currencyCode, marketplace, difference } = row;
  const count = (value: number | undefined) =>
    state === 'unknown' ? MISSING : format.integer(value ?? 0);
  const money = (amount: number | null | undefined) =>
    currencyCode === null ? MISSING : format.money(amount, currencyCode);
  const isEqual = difference !== null && difference.sales === 0 && difference.orders === 0;
  return (
    <tr>
      <th scope="row">
        {format.date(day)}
        {state !== 'settled' && <span className="sales__note">{t(`sales.state.${state}`)}</span>}
      </th>
      <td>{count(sums?.orders)}</td>
      <td>{count(sums?.units)}</td>
      <td>{money(state === 'unknown' ? null : (sums?.revenue ?? 0))}</td>
      <td>
        {sums != null && sums.refunds === null && sums.revenue > 0
          ? t('sales.not_reported')
          : money(sums === null && state !== 'unknown' ? 0 : sums?.refunds?.amount)}
      </td>
      <td>{money(marketplace?.sales)}</td>
      <td>
        {difference === null || currencyCode === null
          ? MISSING
          : isEqual
            ? t('sales.equal')
            : format.signedMoney(difference.sales, currencyCode)}
      </td>
      <td>{format.percent(heldShare(row.buybox))}</td>
    </tr>
  );
}
