import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from './format.ts';

const TICK_MS = 30_000;

/** A moment in the past: relative within a day, exact on hover; it is updated as time passes. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  const catchUp = useEffectEvent(() => {
    if (Date.now() - now > TICK_MS) setNow(Date.now());
  });
  useEffect(() => {
    // A hidden page was not updated.
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
