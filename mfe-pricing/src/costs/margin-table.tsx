import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { type CostsByPrice, marginAt } from './margin.ts';

interface MarginTableProps {
  costs: CostsByPrice;
  currencyCode: string;
  prices: readonly { label: string; price: number | null }[];
}

/** What is left of a sale at some prices, by the costs as they are being typed. */
export function MarginTable({ costs, currencyCode, prices }: MarginTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className="margins" aria-label={t('costs.margin')}>
      <thead>
        <tr>
          <th scope="col">{t('costs.price')}</th>
          <th scope="col" className="pz-numeric">
            {t('costs.profit')}
          </th>
          <th scope="col" className="pz-numeric">
            {t('costs.margin')}
          </th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ label, price }) => {
          const margin = marginAt(price, costs);
          return (
            <tr key={label} data-loss={(margin !== null && margin.profit < 0) || undefined}>
              <th scope="row">
                {label}: {format.money(price, currencyCode)}
              </th>
              <td className="pz-numeric">
                {margin === null ? MISSING : format.signedMoney(margin.profit, currencyCode)}
              </td>
              <td className="pz-numeric">
                {margin === null ? MISSING : format.percent(margin.share)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
