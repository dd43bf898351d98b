import { type ReactNode, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ActionButton, Text } from '../spectrum.ts';

interface ChartFigureProps {
  /** What the chart shows. */
  label: string;
  drawing: ReactNode;
  /** The same as a table. */
  table: ReactNode;
}

/** A chart, with a button that shows the same as a table. */
export function ChartFigure({ label, drawing, table }: ChartFigureProps) {
  const { t } = useTranslation('kit');
  const [isTable, setTable] = useState(false);
  return (
    <figure className="pz-chart">
      <figcaption className="pz-chart-head">
        <span>{label}</span>
        <ActionButton isQuiet onPress={() => setTable(!isTable)}>
          <Text>{t(isTable ? 'chart.asChart' : 'chart.asTable')}</Text>
        </ActionButton>
      </figcaption>
      {isTable ? table : drawing}
    </figure>
  );
}
