import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ActionButton, Text } from '../spectrum.ts';
import { ErrorState } from '../states/states.tsx';
import { useChartColours } from './colours.ts';
import { useDrawing } from './drawing.ts';
import { chartOption, type DayChart } from './option.ts';

/** Lines over days, drawn as steps; beside them stands the way to read the same as a table. */
export function DayLines({ chart }: { chart: DayChart }) {
  const { t } = useTranslation('kit');
  const [isTable, setTable] = useState(false);
  return (
    <figure className="pz-chart">
      <figcaption className="pz-chart-head">
        <span>{chart.label}</span>
        <ActionButton isQuiet onPress={() => setTable(!isTable)}>
          <Text>{t(isTable ? 'chart.asChart' : 'chart.asTable')}</Text>
        </ActionButton>
      </figcaption>
      {isTable ? <DayTable chart={chart} /> : <DayDrawing chart={chart} />}
    </figure>
  );
}

function DayDrawing({ chart }: { chart: DayChart }) {
  const { room, drawn, failure, retry } = useDrawing();
  const colours = useChartColours();
  useEffect(() => {
    drawn?.setOption(chartOption(chart, colours), { notMerge: true });
  }, [drawn, chart, colours]);
  if (failure !== null) return <ErrorState error={failure} onRetry={retry} />;
  return <div ref={room} className="pz-chart-room" role="img" aria-label={chart.label} />;
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
            <th scope="row">{chart.writeDay(day)}</th>
            {chart.lines.map(({ name, values }) => (
              <td key={name}>{chart.write(values[place] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
