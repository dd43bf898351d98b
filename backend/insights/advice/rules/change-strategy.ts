// A campaign whose cost is in the range of another strategy than its own. Pure.
import type { Ruling, Setting } from './advice.ts';
import { adviceOf, type Case, isAbove } from './campaign-case.ts';

/** The ACOS that each strategy is meant for, in shares of revenue; as `GET /campaign-strategies` has them. */
export interface Band {
  strategy: string;
  from: number;
  upTo: number;
}

const LEAST_CLICKS = 100;
const UNLIKELY = 0.1;
const STILL_UNLIKELY = 0.3;
const LIKELY = 0.7;

export function changeStrategy(one: Case, setting: Setting, bands: readonly Band[]): Ruling {
  const { campaign, sums, estimate } = one;
  const own = bands.find(({ strategy }) => strategy === campaign.strategy);
  const { breakEven } = campaign;
  if (own === undefined || breakEven === null || sums.clicks < LEAST_CLICKS) return null;
  const probabilityIn = ({ from, upTo }: Band) =>
    (from === 0 ? 1 : isAbove(estimate, from)) - isAbove(estimate, upTo);
  if (probabilityIn(own) > (setting.isOpen ? STILL_UNLIKELY : UNLIKELY)) return null;
  const other = bands.find(
    (band) => band !== own && probabilityIn(band) >= LIKELY && band.upTo <= breakEven,
  );
  if (other === undefined) return null;
  const facts = {
    bandFrom: other.from * 100,
    bandTo: other.upTo * 100,
    probability: probabilityIn(other) * 100,
  };
  return adviceOf(one, {
    kind: 'change_strategy',
    reason: `to_${other.strategy}`,
    change: null,
    effect: null,
    score: 0,
    facts,
  });
}
