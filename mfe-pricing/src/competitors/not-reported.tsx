import type { ComparedMarket } from '@primazia/backend/monitoring/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { Content, Heading, InlineAlert } from '@primazia/kit/ui';
import { useId } from 'react';

interface NotReportedProps {
  market: Pick<ComparedMarket, 'buybox' | 'boosts'>;
  currencyCode: string;
}

/** What is known of a market whose offers the marketplace does not report: the winner's price, and what counts beside it. */
export function NotReported({ market: { buybox, boosts }, currencyCode }: NotReportedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const winnerPrice = buybox?.winnerPrice ?? null;
  const has = (value: boolean | null) =>
    value === null ? MISSING : t(value ? 'kit:comparison.yes' : 'kit:comparison.no');
  return (
    <>
      <InlineAlert variant="notice" marginBottom="size-200">
        <Heading>{t('competitors.closed')}</Heading>
        <Content>
          {t('competitors.closed_text')}
          {winnerPrice !== null &&
            ` ${t('competitors.winner_price', { price: format.money(winnerPrice, currencyCode) })}`}
        </Content>
      </InlineAlert>
      {boosts.length > 0 && (
        <div className="comparison">
          <table aria-labelledby={id}>
            <caption id={id}>{t('competitors.boosts')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('competitors.criterion')}</th>
                <th scope="col">{t('competitors.boost_own')}</th>
                <th scope="col">{t('competitors.boost_winner')}</th>
              </tr>
            </thead>
            <tbody>
              {boosts.map(({ boost, own, winner }) => (
                <tr key={boost}>
                  <th scope="row">{t(`competitors.boost.${boost}`)}</th>
                  <td>{has(own)}</td>
                  <td>{has(winner)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
