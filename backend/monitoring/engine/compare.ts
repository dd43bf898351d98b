// Who is better in what, of a listing and a competitor. Pure.
import { LISTING_TYPES } from '../../kernel/listing.ts';
import {
  type Better,
  type ComparedOffer,
  CRITERIA,
  type Criterion,
} from '../contract/competitors.ts';

/** Sellers of the best level have 5. */
const LEVELS = 5;

/** A level that is reported as such: `5_green`, `4`. */
const LEVEL = /^([1-5])(?:$|[^\d%])/;
const SHARE = /^(\d{1,3}(?:\.\d+)?)%?$/;

/** A reputation as a number: a level of 5, or a share of 100; null: an unknown word. */
function gradeOf(reputation: string): { of: 'level' | 'share'; grade: number } | null {
  const level = LEVEL.exec(reputation)?.[1];
  if (level !== undefined) return { of: 'level', grade: Number(level) };
  const share = SHARE.exec(reputation)?.[1];
  if (share === undefined || Number(share) > 100) return null;
  return { of: 'share', grade: Number(share) };
}

/** A reputation on a scale from 1 to 5; a share of good ratings is divided into fifths. */
export function reputationLevel(reputation: string | null): number | null {
  const known = reputation === null ? null : gradeOf(reputation);
  if (known === null) return null;
  if (known.of === 'level') return known.grade;
  return Math.max(1, Math.ceil((known.grade * LEVELS) / 100));
}

type Reported = Pick<
  ComparedOffer,
  | 'price'
  | 'shippingPrice'
  | 'shippingReported'
  | 'totalPrice'
  | 'fulfillment'
  | 'shippingTimeHours'
  | 'reputation'
  | 'listingTypeId'
  | 'freeInstallments'
  | 'acceptsPaymentMethod'
  | 'onCatalog'
  | 'isMostSold'
  | 'rate'
  | 'hasDealOfTheDay'
>;

/** The rank of a value in a criterion: the higher the better; null: not known. */
type Rank = (offer: Reported) => number | null;

const higher = (value: number | null) => value;
const lower = (value: number | null) => (value === null ? null : -value);
const isTrue = (value: boolean | null) => (value === null ? null : Number(value));

function typeRank(listingTypeId: string | null): number | null {
  const place = LISTING_TYPES.findIndex(({ id }) => id === listingTypeId);
  return place < 0 ? null : place;
}

const RANKS: Readonly<Record<Exclude<Criterion, 'reputation'>, Rank>> = {
  price: ({ price }) => lower(price),
  shippingPrice: ({ shippingPrice, shippingReported }) =>
    shippingReported ? lower(shippingPrice) : null,
  totalPrice: ({ totalPrice, shippingReported }) => (shippingReported ? lower(totalPrice) : null),
  fulfillment: ({ fulfillment }) => isTrue(fulfillment),
  shippingTime: ({ shippingTimeHours }) => lower(shippingTimeHours),
  listingTypeId: ({ listingTypeId }) => typeRank(listingTypeId),
  freeInstallments: ({ freeInstallments }) => isTrue(freeInstallments),
  acceptsPaymentMethod: ({ acceptsPaymentMethod }) => isTrue(acceptsPaymentMethod),
  onCatalog: ({ onCatalog }) => isTrue(onCatalog),
  isMostSold: ({ isMostSold }) => isTrue(isMostSold),
  // Stars without a single opinion do not count.
  rate: ({ rate }) => (rate === null || rate.commentsReviewCount === 0 ? null : higher(rate.stars)),
  hasDealOfTheDay: ({ hasDealOfTheDay }) => isTrue(hasDealOfTheDay),
};

function of(own: number | null, competitor: number | null): Better {
  if (own === null || competitor === null) return 'unknown';
  return own === competitor ? 'equal' : own > competitor ? 'own' : 'rival';
}

/** By shares where both are reported as shares, else by levels. */
function betterReputation(own: Reported, competitor: Reported): Better {
  const grades = [own, competitor].map(({ reputation }) =>
    reputation === null ? null : gradeOf(reputation),
  );
  const [ours, theirs] = grades;
  if (ours?.of === 'share' && theirs?.of === 'share') return of(ours.grade, theirs.grade);
  return of(reputationLevel(own.reputation), reputationLevel(competitor.reputation));
}

/** Whether a criterion of an offer is reported. */
export const isReported = (offer: Reported, criterion: Criterion): boolean =>
  criterion === 'reputation' ? offer.reputation !== null : RANKS[criterion](offer) !== null;

/**
 * Who is better in each criterion: the lower price, shipping and time; who has a feature; the higher reputation, type of
 * listing and rating.
 */
export function compareOffers(own: Reported, competitor: Reported): Record<Criterion, Better> {
  const betterIn = (criterion: Criterion) =>
    criterion === 'reputation'
      ? betterReputation(own, competitor)
      : of(RANKS[criterion](own), RANKS[criterion](competitor));
  return Object.fromEntries(
    CRITERIA.map((criterion) => [criterion, betterIn(criterion)]),
  ) as Record<Criterion, Better>;
}
