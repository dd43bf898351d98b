import type { BuyboxOverview } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ScrollRegion } from '@primazia/kit/ui';
import { LeadLink } from '../figures/lead-link.tsx';
import { accountsOf, written } from '../figures/leads.ts';
import type { Question } from '../question/question.ts';

const SHOWN = 5;

interface CompetitorsTableProps {
  winners: BuyboxOverview['winners'];
  question: Question;
}

/** The competitors that held the buybox for the longest; each leads to the listings that lose to it now. */
export function CompetitorsTable({ winners, question }: CompetitorsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section>
      <h2>{t('competitors.title')}</h2>
      {winners.length === 0 ? (
        <p className="figure__note">{t('competitors.none')}</p>
      ) : (
        <ScrollRegion label={t('competitors.title')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('competitors.competitor')}</th>
                {(['hours', 'times', 'listings'] as const).map((name) => (
                  <th key={name} scope="col" className="table__figure">
                    {t(`competitors.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {winners.slice(0, SHOWN).map((winner) => (
                <tr key={`${winner.marketplaceId} ${winner.sellerId}`}>
                  <th scope="row">
                    <LeadLink
                      lead={
                        winner.sellerName === null
                          ? null
                          : {
                              page: '/monitoramento-buybox',
                              filters: written([
                                ['buyboxStatus', 'IN', 'LOSING'],
                                ['winnerName', '=', winner.sellerName],
                                ...accountsOf(question.filters),
                              ]),
                              isOwn: false,
                            }
                      }
                    >
                      {winner.sellerName ?? t('kit:seller.unnamed')}
                    </LeadLink>
                  </th>
                  <td className="table__figure">{`${format.decimal(winner.hours, 0)} h`}</td>
                  <td className="table__figure">{format.integer(winner.times)}</td>
                  <td className="table__figure">{format.integer(winner.listings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
