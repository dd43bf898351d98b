import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from './format.ts';

const TICK_MS = 30_000;

/** A moment in the past: relative within a day, exact on hover, and it grows older while one looks. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  const catchUp = useEffectEvent(() => {
    if (Date.now() - now > TICK_MS) setNow(Date.now());
  });
  useEffect(() => {
    // On a page that was hidden no time has passed.
    catchUp();
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}
