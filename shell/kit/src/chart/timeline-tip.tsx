import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import type { Drawn } from './chart.tsx';
import { useLineName } from './line-name.ts';
import { bandAt, priceAt, type Timeline, type TimelineLine } from './timeline.ts';
import type { LineStyle } from './timeline-option.ts';

interface TimelineTipProps {
  drawn: Drawn;
  timeline: Timeline;
  lines: readonly TimelineLine[];
  styles: ReadonlyMap<string, LineStyle>;
  currencyCode: string;
}

/** Where the pointer is: in px within the drawing, and in time. */
interface Pointed {
  x: number;
  y: number;
  isRight: boolean;
  at: number;
}

/** What was at the instant under the pointer. The library's own tooltip shows the nearest step instead, which may be hours later. */
export function TimelineTip({ drawn, timeline, lines, styles, currencyCode }: TimelineTipProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const nameOf = useLineName();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = useEffectEvent((event: PointerEvent) => {
    const box = drawn.getDom().getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (!drawn.containPixel('grid', [x, y])) {
      setPointed(null);
      return;
    }
    const at = Number(drawn.convertFromPixel({ xAxisIndex: 0 }, x));
    const inside = Math.min(timeline.to, Math.max(timeline.from, at));
    setPointed({ x, y, isRight: x > box.width / 2, at: inside });
  });
  useEffect(() => {
    const room = drawn.getDom();
    const move = (event: PointerEvent) => point(event);
    const leave = () => setPointed(null);
    room.addEventListener('pointermove', move);
    room.addEventListener('pointerleave', leave);
    return () => {
      room.removeEventListener('pointermove', move);
      room.removeEventListener('pointerleave', leave);
    };
  }, [drawn]);
  if (pointed === null) return null;
  const { x, y, isRight, at } = pointed;
  const band = bandAt(timeline, at);
  const room = drawn.getWidth();
  return (
    // The table has the same for those who use no pointer.
    <div
      className="pz-timeline-tip"
      aria-hidden="true"
      style={{ top: y, ...(isRight ? { right: room - x + 12 } : { left: x + 12 }) }}
    >
      <strong>{format.dateTime(new Date(at).toISOString())}</strong>
      {lines.map((line) => (
        <div key={line.id}>
          <i
            className="pz-timeline-swatch"
            style={{ borderTopColor: styles.get(line.id)?.colour }}
          />
          <span>{nameOf(line)}</span>
          <b>{format.money(priceAt(line, timeline, at), currencyCode)}</b>
        </div>
      ))}
      <span>{t(`chart.timeline.band.${band ?? 'none'}`)}</span>
    </div>
  );
}
