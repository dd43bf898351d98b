import { useTranslation } from '../i18n/i18n.ts';
import { useChartColours } from './colours.ts';
import { useLineName } from './line-name.ts';
import type { Timeline, TimelineBand, TimelineLine } from './timeline.ts';
import { lineStyles } from './timeline-option.ts';

interface TimelineLegendProps {
  timeline: Timeline;
  isHidden: (line: TimelineLine) => boolean;
  onToggle: (line: TimelineLine) => void;
}

const BANDS: readonly TimelineBand['kind'][] = ['held', 'shared', 'unseen'];

/** The legend of lines and bands; a press toggles a line. */
export function TimelineLegend({ timeline, isHidden, onToggle }: TimelineLegendProps) {
  const { t } = useTranslation('kit');
  const nameOf = useLineName();
  const styles = lineStyles(timeline.lines, useChartColours());
  const bands = BANDS.filter((kind) => timeline.bands.some((band) => band.kind === kind));
  return (
    <ul className="pz-timeline-legend" aria-label={t('chart.timeline.lines')}>
      {timeline.lines.map((line) => {
        const style = styles.get(line.id);
        const dash = typeof style?.dash === 'string' ? style.dash : 'dashed';
        return (
          <li key={line.id}>
            <button type="button" aria-pressed={!isHidden(line)} onClick={() => onToggle(line)}>
              <i
                className="pz-timeline-swatch"
                style={{
                  borderTopColor: style?.colour,
                  borderTopStyle: dash,
                  borderTopWidth: style?.width === 1 ? 1 : 2,
                }}
              />
              {nameOf(line)}
            </button>
          </li>
        );
      })}
      {bands.map((kind) => (
        <li key={kind}>
          <span>
            <i className={`pz-timeline-band pz-timeline-band-${kind}`} />
            {t(`chart.timeline.band.${kind}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
