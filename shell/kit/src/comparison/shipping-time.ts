const HOURS = 24;

type Translate = (key: string, values: Record<string, number | string>) => string;

/** Hours as people say them: days and hours. */
export function sayHours(t: Translate, promised: number): string {
  const all = Math.round(promised);
  if (all === 0) return t('kit:comparison.at_once', {});
  const days = t('kit:comparison.days', { count: Math.floor(all / HOURS) });
  const hours = t('kit:comparison.hours', { count: all % HOURS });
  if (all < HOURS) return hours;
  return all % HOURS === 0 ? days : t('kit:comparison.days_and_hours', { days, hours });
}
