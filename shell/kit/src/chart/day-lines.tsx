import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { Chart } from './chart.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { useChartColours } from './colours.ts';
import { chartOption, type DayChart } from './option.ts';

/** Lines over days, drawn as steps, with a button that shows the same as a table. */
export function DayLines({ chart }: { chart: DayChart }) {
  return (
    <ChartFigure
      label={chart.label}
      drawing={<DayDrawing chart={chart} />}
      table={<DayTable chart={chart} />}
    />
  );
}

function DayDrawing({ chart }: { chart: DayChart }) {
  const colours = useChartColours();
  const option = useCallback(() => chartOption(chart, colours), [chart, colours]);
  const pressed = useRef(chart);
  pressed.current = chart;
  // Bound once.
  const [events] = useState(() => ({
    click: ({ dataIndex }: { dataIndex: number }) => {
      const { days, onDay } = pressed.current;
      const day = days[dataIndex];
      if (day !== undefined) onDay?.(day);
    },
  }));
  return <Chart label={chart.label} className="pz-chart-room" option={option} onEvents={events} />;
}

function DayTable({ chart }: { chart: DayChart }) {
  const { t } = useTranslation('kit');
  return (
    <table className="pz-chart-table" aria-label={chart.label}>
      <thead>
        <tr>
          <th scope="col">{t('chart.day')}</th>
          {chart.lines.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.days.map((day, place) => (
          <tr key={day}>
            <th scope="row">
              {chart.onDay === undefined ? (
                chart.writeDay(day)
              ) : (
                <button type="button" className="pz-chart-day" onClick={() => chart.onDay?.(day)}>
                  {chart.writeDay(day)}
                </button>
              )}
            </th>
            {chart.lines.map(({ name, values }) => (
              <td key={name}>{chart.write(values[place] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
