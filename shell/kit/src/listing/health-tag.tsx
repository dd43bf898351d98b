import { healthBandOf, NEEDS_IMPROVEMENT_BELOW } from '@primazia/backend/kernel/listing';
import { MISSING } from '../format/format.ts';
import type { KitTranslate } from './translate.ts';

const HEART = 'M6 10.6 1.6 6.1a2.6 2.6 0 0 1 3.7-3.7l.7.7.7-.7a2.6 2.6 0 0 1 3.7 3.7z';

interface HealthTagProps {
  t: KitTranslate;
  title: string;
  /** 0 to 100; null: not calculated yet. */
  score: number | null;
  /** Opens the parts of the score; without it the tag is not a button. */
  onOpen?: (() => void) | undefined;
}

/** The health of a listing at its marketplace: a heart with the score, coloured by its band, which its name says too. */
export function HealthTag({ t, title, score, onOpen }: HealthTagProps) {
  const band = healthBandOf(score);
  const word = t(`listing.health.band.${band}`);
  const said =
    score !== null && score < NEEDS_IMPROVEMENT_BELOW
      ? t('listing.health.needs', { band: word })
      : word;
  const health = score === null ? said : t('listing.health.score', { score, band: said });
  const appearance = {
    className: `pz-health pz-health-${band.toLowerCase()}`,
    title: t('listing.health.label', { health }),
    children: (
      <>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={HEART} />
        </svg>
        {score ?? MISSING}
      </>
    ),
  };
  if (onOpen === undefined)
    return <span {...appearance} role="img" aria-label={t('listing.health.label', { health })} />;
  return (
    <button
      {...appearance}
      type="button"
      aria-label={t('listing.health.open', { title, health })}
      onClick={onOpen}
    />
  );
}
