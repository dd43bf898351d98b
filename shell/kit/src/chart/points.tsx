import { useCallback, useRef, useState } from 'react';
import { Chart } from './chart.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { useChartColours } from './colours.ts';
import { type PointChart, pointsOption } from './points-option.ts';

/** Points by two figures, with a button that shows the same as a table. */
export function Points({ chart }: { chart: PointChart }) {
  return (
    <ChartFigure
      label={chart.label}
      drawing={<PointDrawing chart={chart} />}
      table={<PointTable chart={chart} />}
    />
  );
}

function PointDrawing({ chart }: { chart: PointChart }) {
  const colours = useChartColours();
  const option = useCallback(() => pointsOption(chart, colours), [chart, colours]);
  const pressed = useRef(chart);
  pressed.current = chart;
  // Bound once.
  const [events] = useState(() => ({
    click: ({ dataIndex }: { dataIndex: number }) => {
      const { points, onPoint } = pressed.current;
      const point = points[dataIndex];
      if (point !== undefined) onPoint?.(point);
    },
  }));
  return <Chart label={chart.label} className="pz-chart-room" option={option} onEvents={events} />;
}

function PointTable({ chart: { label, what, points, x, y, onPoint } }: { chart: PointChart }) {
  return (
    <table className="pz-chart-table" aria-label={label}>
      <thead>
        <tr>
          {[what, x.name, y.name].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.id}>
            <th scope="row">
              {onPoint === undefined ? (
                point.name
              ) : (
                <button type="button" className="pz-chart-day" onClick={() => onPoint(point)}>
                  {point.name}
                </button>
              )}
            </th>
            <td>{x.write(point.x)}</td>
            <td>{y.write(point.y)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
