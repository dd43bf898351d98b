import { useFormat, useTranslation } from '@primazia/kit';
import { LeadLink } from '../figures/lead-link.tsx';
import { accountsOf, written } from '../figures/leads.ts';
import type { Question } from '../question/question.ts';

/** Each class begins at a tenth, and ends before the next one; the last has all of it. */
const borders = (tenth: number): [from: number, to: number] => [
  tenth * 10,
  tenth === 9 ? 100 : tenth * 10 + 9.9,
];

interface SharesProps {
  shares: readonly number[];
  question: Question;
}

/** Listings by the share of the last 7 days in which they held the buybox; each class leads to its listings. */
export function Shares({ shares, question }: SharesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(1, ...shares);
  return (
    <figure className="shares">
      <figcaption>{t('shares.title')}</figcaption>
      <ul>
        {shares.map((listings, tenth) => {
          const [from, to] = borders(tenth);
          return (
            // The classes are always the same ten, in the same order.
            <li key={from}>
              <LeadLink
                className="shares__bar"
                lead={{
                  page: '/monitoramento-buybox',
                  filters: written([
                    ['shareWeek', 'BETWEEN', `${from}|${to}`],
                    ...accountsOf(question.filters),
                  ]),
                  isOwn: false,
                }}
              >
                <span>{t('shares.class', { from, to: tenth * 10 + 10 })}</span>
                <span className="shares__room" aria-hidden="true">
                  <span style={{ inlineSize: `${(100 * listings) / most}%` }} />
                </span>
                <span>{format.integer(listings)}</span>
              </LeadLink>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
