import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import type { TimelinePin } from './timeline-option.ts';

interface TimelinePinsProps {
  pins: readonly TimelinePin[];
  olderPins?: number;
  onPin: (id: number) => void;
  /** The pin under the pointer or the focus, which the chart lights up; null: none. */
  onPoint: (id: number | null) => void;
}

/** The pins as a list, the newest first: the way to them by keyboard, and on a small screen by finger. */
export function TimelinePins({ pins, olderPins = 0, onPin, onPoint }: TimelinePinsProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  return (
    <section className="pz-timeline-pins" aria-label={t('chart.timeline.pins')}>
      <strong>{t('chart.timeline.pins')}</strong>
      {pins.length === 0 && <p>{t('chart.timeline.noPins')}</p>}
      <ol>
        {pins.toReversed().map(({ id, at, text, state, tone }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onPin(id)}
              onFocus={() => onPoint(id)}
              onBlur={() => onPoint(null)}
              onPointerEnter={() => onPoint(id)}
              onPointerLeave={() => onPoint(null)}
            >
              <span className="pz-timeline-pin-when">
                <i className={`pz-timeline-dot pz-timeline-dot-${tone}`} />
                <time dateTime={at}>{format.dateTime(at)}</time>
                <span>{state}</span>
              </span>
              <span className="pz-timeline-pin-text">{text}</span>
            </button>
          </li>
        ))}
      </ol>
      {olderPins > 0 && <p>{t('chart.timeline.olderPins', { count: olderPins })}</p>}
    </section>
  );
}
