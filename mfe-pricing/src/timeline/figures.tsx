import type { SeriesFigures } from '@primazia/backend/monitoring/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Content, ContextualHelp, Heading, Text } from '@primazia/kit/ui';

interface FiguresProps {
  figures: SeriesFigures;
  /** Price updates in the period. */
  updates: number;
  currencyCode: string;
}

/** The period in a few figures, each with how it is worked out behind a help mark. */
export function Figures({ figures, updates, currencyCode }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null) => format.money(amount, currencyCode);
  const { heldShare, sharedShare, averagePrice, lowestPrice, highestPrice, priceChanges } = figures;
  const cards = [
    {
      id: 'held',
      value: format.percent(heldShare),
      more: sharedShare ? t('timeline.shared', { share: format.percent(sharedShare) }) : null,
    },
    {
      id: 'average',
      value: money(averagePrice),
      more:
        lowestPrice === null
          ? null
          : t('timeline.between', { lowest: money(lowestPrice), highest: money(highestPrice) }),
    },
    {
      id: 'changes',
      value: format.integer(priceChanges),
      more: t('timeline.updates', { count: updates }),
    },
  ] as const;
  return (
    <dl className="timeline-figures">
      {cards.map(({ id, value, more }) => (
        <div key={id}>
          <dt>
            {t(`timeline.figure.${id}`)}
            <ContextualHelp
              variant="help"
              aria-label={t('timeline.how', { figure: t(`timeline.figure.${id}`) })}
            >
              <Heading>{t(`timeline.figure.${id}`)}</Heading>
              <Content>
                <Text>{t(`timeline.formula.${id}`)}</Text>
              </Content>
            </ContextualHelp>
          </dt>
          <dd>
            <strong>{value}</strong>
            {more !== null && <span className="hint">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
