import { type RefObject, useEffect, useRef, useState } from 'react';

export type Drawn = ReturnType<typeof import('./echarts.ts')['init']>;

/** Loaded when it is first needed: it is larger than all the rest of a page. */
const loadLibrary = () => import('./echarts.ts');

export interface Drawing {
  room: RefObject<HTMLDivElement | null>;
  /** Null until there is something to draw on. */
  drawn: Drawn | null;
  /** Why the charts' library could not be loaded; null: it was, or is on its way. */
  failure: Error | null;
  retry: () => void;
}

/**
 * A place to draw in: the charts' library is loaded once the place has room, and what is drawn follows its size.
 * `load` has to be the same function at each drawing.
 */
export function useDrawing(load: typeof loadLibrary = loadLibrary): Drawing {
  const room = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const hasFailed = failure !== null;
  useEffect(() => {
    if (hasFailed) return;
    let made: Drawn | null = null;
    let watch: ResizeObserver | null = null;
    let isGone = false;
    const begin = async () => {
      const { init } = await load();
      const place = room.current;
      if (isGone || place === null) return;
      // Where there is no room yet nothing can be drawn.
      watch = new ResizeObserver(() => {
        if (made !== null) made.resize();
        else if (place.clientWidth > 0) {
          made = init(place);
          setDrawn(made);
        }
      });
      watch.observe(place);
    };
    begin().catch((error: unknown) => {
      if (!isGone) setFailure(error instanceof Error ? error : new Error(String(error)));
    });
    return () => {
      isGone = true;
      watch?.disconnect();
      made?.dispose();
    };
  }, [load, hasFailed]);
  return { room, drawn, failure, retry: () => setFailure(null) };
}
