import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState } from '../states/states.tsx';

/** Loaded when it is first needed: it is larger than the rest of a page. */
const loadLibrary = () => import('./echarts.ts');

export type Drawn = ReturnType<typeof import('./echarts.ts')['echarts']['init']>;

/** The width of an element in px, once it has one: a chart cannot be drawn in a hidden element. */
function useFirstWidth() {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const place = room.current;
    if (place === null || width > 0) return;
    const watch = new ResizeObserver(() => setWidth(place.clientWidth));
    watch.observe(place);
    return () => watch.disconnect();
  }, [width]);
  return { room, width };
}

interface ChartProps {
  label: string;
  className: string;
  /** The ECharts options for a width in px; a referentially stable function as long as the chart is the same. */
  option: (width: number) => object;
  /** Parts of the option that replace what was there; without it all of it is replaced. */
  replaceMerge?: string[];
  onReady?: (drawn: Drawn) => void;
  /** By the names of ECharts' events. They are bound once. */
  onEvents?: Record<string, (event: { seriesId?: string; dataIndex: number }) => void>;
  /** Has to be referentially stable. */
  load?: typeof loadLibrary;
}

/** A chart that follows the size of its container; its library is loaded with the first chart. */
export function Chart(props: ChartProps) {
  const { label, className, option, replaceMerge, onReady, onEvents, load = loadLibrary } = props;
  const {
    data: library,
    error,
    refetch,
  } = useQuery({
    queryKey: ['charts'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  });
  const { room, width } = useFirstWidth();
  // Each new option redraws the chart, which loses a press that is under way.
  const drawing = useMemo(() => option(width), [option, width]);
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />;
  // ECharts names its own element, once it is there.
  const named = { role: 'img', 'aria-label': label };
  const canDraw = library !== undefined && width > 0;
  return (
    <div ref={room} className={className} style={CLIPPED} {...(!canDraw && named)}>
      {canDraw && (
        <library.ECharts
          {...named}
          echarts={library.echarts}
          option={drawing}
          notMerge={replaceMerge === undefined}
          {...(replaceMerge && { replaceMerge })}
          {...(onReady && { onChartReady: onReady })}
          {...(onEvents && { onEvents })}
          style={FILLED}
        />
      )}
    </div>
  );
}
const FILLED = { height: '100%' };
/** A drawing that was made for a wider container must not keep the container wide until it is redrawn. */
const CLIPPED = { minWidth: 0, overflow: 'hidden' };
