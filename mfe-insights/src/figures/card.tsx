import type { Cell, MetricInfo, MetricName } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Content, ContextualHelp, Heading, Text } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { LeadLink } from './lead-link.tsx';
import type { Lead } from './leads.ts';
import { directionOf, isBetter, writeDifference, writeValue } from './write.ts';

interface CardProps {
  info: MetricInfo;
  /** One, or one for each currency. */
  cells: readonly Cell[];
  /** The link of a cell; the currency is null where there is no other one. */
  leadIn: (currencyCode: string | null) => Lead | null;
  children?: ReactNode;
}

/** A figure: its value by currency, the difference to the previous range, and how much of it is known. */
export function Card({ info, cells, leadIn, children }: CardProps) {
  const { t } = useTranslation();
  return (
    <li className="figure">
      <h2 className="figure__label">
        {info.label}
        <Explanation info={info} label={t('figure.about', { figure: info.label })} />
      </h2>
      {cells.map((cell) => (
        <Value
          key={cell.currencyCode}
          info={info}
          cell={cell}
          lead={leadIn(cells.length > 1 ? cell.currencyCode : null)}
          isOneOfSeveral={cells.length > 1}
        />
      ))}
      {children}
    </li>
  );
}

function Explanation({ info, label }: { info: MetricInfo; label: string }) {
  const { t } = useTranslation();
  return (
    <ContextualHelp variant="help" placement="bottom start" aria-label={label}>
      <Heading>{info.label}</Heading>
      <Content>
        <Text>{info.text}</Text>
        {info.isRatio && <p className="figure__note">{t('figure.ratio')}</p>}
      </Content>
    </ContextualHelp>
  );
}

const ARROWS = { up: '▲', down: '▼' } as const;

interface ValueProps {
  info: MetricInfo;
  cell: Cell;
  lead: Lead | null;
  /** There are other currencies beside it: a symbol alone would not tell them apart. */
  isOneOfSeveral: boolean;
}

function Value({ info, cell, lead, isOneOfSeveral }: ValueProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currencyCode, value, reason, isSmall, interval, coverage, compared } = cell;
  const difference = writeDifference(format, info.unit, compared);
  const direction = directionOf(difference);
  const better = isBetter(info.better, difference);
  const share = coverage && coverage.revenue > 0 ? coverage.known / coverage.revenue : 1;
  return (
    <div className="figure__value" data-small={isSmall}>
      <LeadLink lead={value === null ? null : lead} className="figure__number">
        {writeValue(format, info.unit, value, currencyCode)}
      </LeadLink>
      {isOneOfSeveral && <span>{currencyCode}</span>}
      {difference !== null && (
        <span
          className="figure__difference"
          data-better={better === null ? undefined : String(better)}
        >
          {direction !== null && <span aria-hidden="true">{ARROWS[direction]} </span>}
          {difference}
        </span>
      )}
      {reason !== null && <span className="figure__note">{t(`indicators.reason.${reason}`)}</span>}
      {value !== null && isSmall && (
        <span className="figure__note">
          {interval === null
            ? t('figure.small')
            : t('figure.small_interval', {
                low: format.percent(interval.low / 100),
                high: format.percent(interval.high / 100),
              })}
        </span>
      )}
      {value !== null && share < 1 && (
        <span className="figure__note">{t('figure.part', { share: format.percent(share) })}</span>
      )}
    </div>
  );
}

/** The cells of a metric, one for each currency. */
export const cellsOf = (cells: readonly Cell[], metric: MetricName): Cell[] =>
  cells.filter((cell) => cell.metric === metric);
