import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';

/** The number of levels that marketplaces use. */
const MARKS = [1, 2, 3, 4, 5] as const;
const HALF = 0.5;

interface ReputationProps {
  /** 1 to 5. */
  level: number;
  /** As the marketplace words it; a share of good ratings is shown, a code is not. */
  reported: string | null;
}

/** A reputation as five bars in the colour of its level, with its number beside it. */
export function Reputation({ level, reported }: ReputationProps) {
  const { t } = useTranslation('kit');
  return (
    <span className="pz-reputation">
      <span className="pz-reputation-bars" data-level={level} aria-hidden="true">
        {MARKS.map((mark) => (
          <span key={mark} data-full={mark <= level || undefined} />
        ))}
      </span>
      <span>
        {t('comparison.level', { level })}
        {reported?.endsWith('%') && ` (${reported})`}
      </span>
    </span>
  );
}

interface RateProps {
  rate: { stars: number; commentsReviewCount: number };
}

/** What buyers say of a product: full stars, half a star from a half on, and how many opinions there are. */
export function Rate({ rate: { stars, commentsReviewCount: count } }: RateProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  if (stars === 0) return <span className="pz-two-lines-small">{t('comparison.no_opinions')}</span>;
  const full = Math.floor(stars);
  const hasHalf = stars - full >= HALF;
  const fill = (mark: number) =>
    mark <= full ? 'full' : mark === full + 1 && hasHalf ? 'half' : 'none';
  return (
    <span className="pz-rate">
      <span
        className="pz-rate-stars"
        role="img"
        aria-label={t('comparison.stars', { stars: format.decimal(stars, 1) })}
      >
        {MARKS.map((mark) => (
          <span key={mark} data-fill={fill(mark)}>
            ★
          </span>
        ))}
      </span>
      <span className="pz-two-lines-small">
        {t('comparison.opinions', { count, number: format.integer(count) })}
      </span>
    </span>
  );
}
