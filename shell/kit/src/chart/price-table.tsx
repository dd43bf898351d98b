import { useMemo, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ActionButton, Text } from '../spectrum.ts';
import { useLineName } from './line-name.ts';
import { type Timeline, type TimelineLine, timelineRows } from './timeline.ts';

interface PriceTableProps {
  label: string;
  timeline: Timeline;
  lines: readonly TimelineLine[];
  currencyCode: string;
}

const PAGE = 50;

/** The chart as a table: the prices from each instant on at which something changed. */
export function PriceTable({ label, timeline, lines, currencyCode }: PriceTableProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const nameOf = useLineName();
  const [most, setMost] = useState(PAGE);
  const rows = useMemo(() => timelineRows(timeline, lines), [timeline, lines]);
  return (
    <div className="pz-timeline-table">
      <table className="pz-chart-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('chart.timeline.moment')}</th>
            {lines.map((line) => (
              <th key={line.id} scope="col">
                {nameOf(line)}
              </th>
            ))}
            <th scope="col">{t('chart.timeline.buybox')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ at, prices, band }) => (
            <tr key={at}>
              <th scope="row">{format.dateTime(new Date(at).toISOString())}</th>
              {lines.map(({ id }, place) => (
                <td key={id}>{format.money(prices[place] ?? null, currencyCode)}</td>
              ))}
              <td>{t(`chart.timeline.band.${band ?? 'none'}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <ActionButton onPress={() => setMost(most + PAGE)} alignSelf="start">
          <Text>{t('chart.timeline.moreRows')}</Text>
        </ActionButton>
      )}
    </div>
  );
}
