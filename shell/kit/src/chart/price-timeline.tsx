import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import { REGION, useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ActionButton, Text } from '../spectrum.ts';
import { EmptyState, Skeleton } from '../states/states.tsx';
import { Chart, type Drawn } from './chart.tsx';
import { useChartColours } from './colours.ts';
import { PriceTable } from './price-table.tsx';
import { HIDDEN_AT_FIRST, type Timeline, type TimelineLine } from './timeline.ts';
import { TimelineLegend } from './timeline-legend.tsx';
import { lineStyles, PINS, type TimelinePin, timelineOption } from './timeline-option.ts';
import { TimelinePins } from './timeline-pins.tsx';
import { TimelineTip } from './timeline-tip.tsx';

export interface PriceTimelineProps {
  /** What the chart shows. */
  label: string;
  /** Undefined while it is on its way. */
  timeline: Timeline | undefined;
  currencyCode: string;
  pins: readonly TimelinePin[];
  /** How many events there were before the first pin. */
  olderPins?: number;
  onPin: (id: number) => void;
}

const SKELETON_ROWS = 8;
const SERIES = ['series'];

/**
 * The prices of one listing over time: ours, the competitors', the limits, the buybox, and a pin for each event of the rule. The
 * pins are listed beside it too, for people who do not use a pointer; and all of it can be read as a table.
 */
export function PriceTimeline(props: PriceTimelineProps) {
  const { t } = useTranslation('kit');
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>());
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set<string>());
  const [pointed, setPointed] = useState<number | null>(null);
  const { label, timeline, pins } = props;
  if (timeline === undefined) return <Skeleton rows={SKELETON_ROWS} />;
  if (timeline.lines.length === 0 && pins.length === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        title={t('chart.timeline.empty.title')}
        text={t('chart.timeline.empty.text')}
      />
    );
  }
  const isHidden = ({ id, kind }: TimelineLine) =>
    HIDDEN_AT_FIRST.includes(kind) ? !shown.has(id) : hidden.has(id);
  const toggle = (line: TimelineLine) => {
    const [ids, set] = HIDDEN_AT_FIRST.includes(line.kind)
      ? [shown, setShown]
      : [hidden, setHidden];
    const next = new Set(ids);
    if (!next.delete(line.id)) next.add(line.id);
    set(next);
  };
  const off = timeline.lines.filter(isHidden).map(({ id }) => id);
  return (
    <figure className="pz-chart pz-timeline">
      <figcaption className="pz-chart-head">
        <span>{label}</span>
        <ActionButton isQuiet onPress={() => setTable(!isTable)}>
          <Text>{t(isTable ? 'chart.asChart' : 'chart.asTable')}</Text>
        </ActionButton>
      </figcaption>
      <TimelineLegend timeline={timeline} isHidden={isHidden} onToggle={toggle} />
      <div className="pz-timeline-body">
        {isTable ? (
          <PriceTable
            label={label}
            timeline={timeline}
            lines={timeline.lines.filter((line) => !isHidden(line))}
            currencyCode={props.currencyCode}
          />
        ) : (
          <TimelineDrawing {...props} timeline={timeline} off={off.join('\n')} pointed={pointed} />
        )}
        <TimelinePins {...props} onPoint={setPointed} />
      </div>
    </figure>
  );
}

interface TimelineDrawingProps extends PriceTimelineProps {
  timeline: Timeline;
  /** Ids of the lines that are not drawn, each on a line of its own. */
  off: string;
  /** The pin that is pointed at in the list. */
  pointed: number | null;
}

function TimelineDrawing({
  label,
  timeline,
  currencyCode,
  pins,
  onPin,
  off,
  pointed,
}: TimelineDrawingProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { locale } = useSnapshot(useKit().session);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const colours = useChartColours();
  const hidden = useMemo(() => new Set(off.split('\n')), [off]);

  const press = useEffectEvent((place: number) => {
    const pin = pins[place];
    if (pin !== undefined) onPin(pin.id);
  });
  const [onEvents] = useState(() => ({
    click: (event: { seriesId?: string; dataIndex: number }) => {
      if (event.seriesId === PINS) press(event.dataIndex);
    },
  }));
  const ticks = useMemo(() => {
    const day = new Intl.DateTimeFormat(REGION[locale], { day: '2-digit', month: '2-digit' });
    const hour = new Intl.DateTimeFormat(REGION[locale], {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    return (at: number) => {
      const hours = hour.format(at);
      return hours === '00:00' ? day.format(at) : hours;
    };
  }, [locale]);

  const option = useCallback(
    (width: number) =>
      timelineOption(
        {
          isFirst: drawn === null,
          width: drawn?.getWidth() ?? width,
          label,
          timeline,
          pins,
          hidden,
          writePrice: (price) => format.money(price, currencyCode),
          writeTick: ticks,
          writeMoment: (at) => format.dateTime(new Date(at).toISOString()),
        },
        colours,
      ),
    [drawn, label, timeline, pins, hidden, colours, format, currencyCode, ticks],
  );

  const lit = useRef<number | null>(null);
  useEffect(() => {
    if (drawn === null) return;
    const show = (type: 'highlight' | 'downplay', dataIndex: number) =>
      drawn.dispatchAction({ type, seriesId: PINS, dataIndex });
    if (lit.current !== null) show('downplay', lit.current);
    const place = pins.findIndex(({ id }) => id === pointed);
    lit.current = place === -1 ? null : place;
    if (place !== -1) show('highlight', place);
  }, [drawn, pins, pointed]);

  return (
    <div className="pz-timeline-drawing">
      <Chart
        label={label}
        className="pz-timeline-room"
        option={option}
        replaceMerge={SERIES}
        onReady={setDrawn}
        onEvents={onEvents}
      />
      {drawn !== null && (
        <TimelineTip
          drawn={drawn}
          timeline={timeline}
          lines={timeline.lines.filter(({ id }) => !hidden.has(id))}
          styles={lineStyles(timeline.lines, colours)}
          currencyCode={currencyCode}
        />
      )}
      <p className="pz-timeline-hint">{t('chart.timeline.zoom')}</p>
    </div>
  );
}
