// Tables of worked cases, to the cent: the request on the wire and the expected answer.
import { ADS_CASES } from './worked/ads.ts';
import type { WorkedCase } from './worked/bodies.ts';
import { DESIGN_CASES } from './worked/design.ts';
import { FALLBACK_CASES } from './worked/fallback.ts';
import { FLOOR_CASES } from './worked/minimum-prices.ts';
import { PRIMAZIA_CASES } from './worked/primazia.ts';
import { RATIO_CASES } from './worked/ratios.ts';
import { REPORTED_CASES } from './worked/reported.ts';
import { WAR_CASES } from './worked/wars.ts';
import { WORTH_CASES } from './worked/worth.ts';

export { competitor, decideBody, previewBody } from './worked/bodies.ts';

export const WORKED_CASES: WorkedCase[] = [
  ...DESIGN_CASES,
  ...PRIMAZIA_CASES,
  ...WAR_CASES,
  ...ADS_CASES,
  ...FLOOR_CASES,
  ...WORTH_CASES,
  ...FALLBACK_CASES,
  ...RATIO_CASES,
  ...REPORTED_CASES,
];
