import { type RefObject, useEffect, useRef, useState } from 'react';

export type Drawn = ReturnType<typeof import('./echarts.ts')['init']>;

/** A place to draw in: the charts' library is loaded once the place has room, and what is drawn follows its size. */
export function useDrawing(): [room: RefObject<HTMLDivElement | null>, drawn: Drawn | null] {
  const room = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let made: Drawn | null = null;
    let watch: ResizeObserver | null = null;
    let isGone = false;
    void import('./echarts.ts').then(({ init }) => {
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
    });
    return () => {
      isGone = true;
      watch?.disconnect();
      made?.dispose();
    };
  }, []);
  return [room, drawn];
}
