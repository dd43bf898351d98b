import { useEffect, useState } from 'react';
import { usePlace } from '../context/kit-context.ts';
import type { ChartColours } from './option.ts';

/** Lines beside ours and the best competitor's: six hues in all. */
const OTHER_HUES = ['hue-4', 'hue-6', 'hue-5', 'hue-3'];

function readColours(page: HTMLElement): ChartColours {
  const style = getComputedStyle(page);
  const property = (name: string) => style.getPropertyValue(`--pz-${name}`).trim();
  const token = (name: string) => property(`color-${name}`);
  return {
    own: token('chart-own'),
    rival: token('chart-rival'),
    limit: token('chart-limit'),
    text: token('text'),
    grid: token('border'),
    surface: token('surface'),
    sunken: token('neutral-surface'),
    muted: token('text-secondary'),
    won: token('chart-won'),
    others: OTHER_HUES.map((hue) => token(`chart-${hue}`)),
    font: property('font-family'),
  };
}

/** The colours of charts, by the tokens; they follow the colour scheme of the page, or of the element in it. */
export function useChartColours(): ChartColours {
  const { element } = usePlace();
  const [colours, setColours] = useState(() => readColours(element));
  useEffect(() => {
    const read = () => setColours(readColours(element));
    const preference = window.matchMedia('(prefers-color-scheme: dark)');
    preference.addEventListener('change', read);
    const page = new MutationObserver(read);
    page.observe(element, { attributeFilter: ['data-color-scheme'] });
    return () => {
      preference.removeEventListener('change', read);
      page.disconnect();
    };
  }, [element]);
  return colours;
}
