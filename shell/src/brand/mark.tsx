import { useId } from 'react';

/** The mark: a P whose bowl is a price tag, on the step that is above the others. */
function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className="mark-ground" width="32" height="32" rx="7" />
      <path
        className="mark-letter"
        d="M9 25V8.5A1.5 1.5 0 0 1 10.500 7H17.500a6.500 6.500 0 0 1 0 13H13.500V25Z"
      />
      <circle className="mark-eye" cx="17" cy="13.500" r="2.500" />
    </svg>
  );
}

export function Brand({ size = 32 }: { size?: number }) {
  return (
    <span className="brand">
      <Mark size={size} />
      <span className="brand-name">Primazia</span>
    </span>
  );
}

export interface MarketArtProps {
  own: string;
  competitor: string;
  minimum: string;
  ownPrice: string;
  competitorPrice: string;
}

/** What the product does, as a drawing: a competitor goes down, our price follows it, and rises with it again. */
export function MarketArt({ own, competitor, minimum, ownPrice, competitorPrice }: MarketArtProps) {
  const fade = useId();
  return (
    <svg className="art" viewBox="0 0 520 300" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop className="art-band-top" offset="0" />
          <stop className="art-band-end" offset="1" />
        </linearGradient>
      </defs>
      {[60, 110, 160, 210].map((y) => (
        <line key={y} className="art-grid" x1="0" x2="520" y1={y} y2={y} />
      ))}
      <rect x="0" y="24" width="118" height="226" fill={`url(#${fade})`} />
      <rect x="150" y="24" width="118" height="226" fill={`url(#${fade})`} />
      <rect x="300" y="24" width="220" height="226" fill={`url(#${fade})`} />
      <line className="art-minimum" x1="0" x2="520" y1="228" y2="228" />
      <text className="art-label" x="0" y="246">
        {minimum}
      </text>
      <path className="art-competitor" d="M0 66H118V124H268V172H370V140H520" />
      <path className="art-own" d="M0 84H150V142H300V190H390V158H520" />
      <circle className="art-dot" cx="150" cy="142" r="5" />
      <circle className="art-dot" cx="300" cy="190" r="5" />
      <circle className="art-dot" cx="390" cy="158" r="5" />
      <g transform="translate(408 88)">
        <rect className="art-chip-competitor" width="112" height="40" rx="6" />
        <text className="art-chip-name" x="12" y="16">
          {competitor}
        </text>
        <text className="art-chip-price" x="12" y="32">
          {competitorPrice}
        </text>
      </g>
      <g transform="translate(408 172)">
        <rect className="art-chip-own" width="112" height="40" rx="6" />
        <text className="art-chip-name" x="12" y="16">
          {own}
        </text>
        <text className="art-chip-price" x="12" y="32">
          {ownPrice}
        </text>
      </g>
    </svg>
  );
}
