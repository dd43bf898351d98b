// Whether two products are the same: by identifiers, or how similar their texts are. Pure.
import { isRestrictedGtin } from '../../../kernel/gtin.ts';
import type { Condition } from '../../../kernel/market.ts';
import { plainName } from '../../../kernel/plain-name.ts';
import type { Evidence, MatchBasis } from '../../contract/watch.ts';
import {
  accessoryWord,
  coloursOf,
  countOf,
  measuresOf,
  modelCodes,
  plainTitle,
  similarity,
  usedWord,
} from './title.ts';

export interface ProductFacts {
  marketplaceId: number;
  countryCode: string;
  /** The marketplace's id of the product; null: it has none. */
  productId: string | null;
  /** 14 digits. */
  gtin: string | null;
  title: string;
  brand: string | null;
  condition: Condition | null;
}

export interface Match {
  /** `IDENTICAL`: by identifiers alone, where nothing contradicts them; `UNLIKE`: not worth a suggestion. */
  verdict: 'IDENTICAL' | 'SIMILAR' | 'UNLIKE';
  /** By what it was found. */
  basis: MatchBasis;
  /** How similar the titles are, 0 to 1. */
  score: number;
  evidence: Evidence[];
  /** Whether a person may say that both are the same. */
  mayConfirm: boolean;
}

/** Titles that are less similar are not suggested, unless a model's code agrees. */
const ALIKE = 0.35;

const isApart = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>) =>
  a.size > 0 &&
  b.size > 0 &&
  [...a].some((one) => !b.has(one)) &&
  [...b].some((one) => !a.has(one));

const listOf = (values: Iterable<string | number>) => [...values].sort().join(', ');

/** One of two codes may have a suffix, such as a colour: `wh1000xm5` and `wh1000xm5b`. */
const sharedCode = (a: ReadonlySet<string>, b: ReadonlySet<string>): string | null =>
  [...a].find((one) => [...b].some((two) => one.startsWith(two) || two.startsWith(one))) ?? null;

const against = (code: Evidence['code'], own: string, other: string): Evidence => ({
  code,
  isAgainst: true,
  own,
  other,
});
const speaksFor = (code: Evidence['code'], value: string): Evidence => ({
  code,
  isAgainst: false,
  own: value,
  other: value,
});

/** What the titles say that cannot be true of one product. */
function contradictions(own: ProductFacts, other: ProductFacts): Evidence[] {
  const [left, right] = [plainTitle(own.title), plainTitle(other.title)];
  const found: Evidence[] = [];
  const [ours, theirs] = [measuresOf(left), measuresOf(right)];
  for (const [dimension, values] of ours) {
    const others = theirs.get(dimension);
    if (others === undefined || !isApart(values, others)) continue;
    const unit = (set: Iterable<number>) =>
      listOf(
        [...set].map((one) => (dimension === 'V' && one === 0 ? 'bivolt' : `${one} ${dimension}`)),
      );
    found.push(against('other_measure', unit(values), unit(others)));
  }
  const [count, otherCount] = [countOf(left), countOf(right)];
  const isKit = (plain: string) => /\b(?:kit|pack|combo)\b/.test(plain);
  if (count !== otherCount) {
    const isReported = count !== null && otherCount !== null;
    if (isReported || ((count ?? 1) > 1 && isKit(left)) || ((otherCount ?? 1) > 1 && isKit(right)))
      found.push(against('other_count', String(count ?? 1), String(otherCount ?? 1)));
  }
  const [codes, otherCodes] = [modelCodes(left), modelCodes(right)];
  if (codes.size > 0 && otherCodes.size > 0 && sharedCode(codes, otherCodes) === null)
    found.push(against('other_model', listOf(codes), listOf(otherCodes)));
  const [part, otherPart] = [accessoryWord(left), accessoryWord(right)];
  if ((part === null) !== (otherPart === null))
    found.push(against('accessory', part ?? '', otherPart ?? ''));
  const [used, otherUsed] = [usedWord(left), usedWord(right)];
  const isOther =
    own.condition !== null && other.condition !== null && own.condition !== other.condition;
  if (isOther || (used === null) !== (otherUsed === null))
    found.push(
      against('other_condition', used ?? own.condition ?? '', otherUsed ?? other.condition ?? ''),
    );
  const [colours, otherColours] = [coloursOf(left), coloursOf(right)];
  if (isApart(colours, otherColours))
    found.push(against('other_colour', listOf(colours), listOf(otherColours)));
  return found;
}

/** Whether another product is the same as our own, and why. */
export function matchOf(own: ProductFacts, other: ProductFacts): Match {
  const evidence: Evidence[] = [];
  const isHere = own.marketplaceId === other.marketplaceId && own.countryCode === other.countryCode;
  const sameProduct = isHere && own.productId !== null && own.productId === other.productId;
  if (sameProduct) evidence.push(speaksFor('same_product', own.productId!));
  const sameNumber = own.gtin !== null && own.gtin === other.gtin;
  const isWorldwide = own.gtin !== null && !isRestrictedGtin(own.gtin);
  if (sameNumber)
    evidence.push(
      isWorldwide ? speaksFor('same_gtin', own.gtin!) : against('shop_gtin', own.gtin!, own.gtin!),
    );

  const [left, right] = [plainTitle(own.title), plainTitle(other.title)];
  const code = sharedCode(modelCodes(left), modelCodes(right));
  if (code !== null) evidence.push(speaksFor('same_model', code.toUpperCase()));
  const [brand, otherBrand] = [plainName(own.brand ?? ''), plainName(other.brand ?? '')];
  if (brand !== '' && brand === otherBrand) evidence.push(speaksFor('same_brand', other.brand!));
  const score = similarity(left, right);
  evidence.push(speaksFor('alike_titles', String(Math.round(score * 100))));

  const contradicting = contradictions(own, other);
  if (!sameNumber && own.gtin !== null && other.gtin !== null && isWorldwide)
    contradicting.push(against('other_gtin', own.gtin, other.gtin));
  if (brand !== '' && otherBrand !== '' && brand !== otherBrand)
    contradicting.push(against('other_brand', own.brand!, other.brand!));
  evidence.push(...contradicting);

  const isIdentified = sameProduct || (sameNumber && isWorldwide);
  const isContradicted = contradicting.length > 0;
  const isAlike = code !== null || score >= ALIKE;
  return {
    verdict:
      // A page of the catalog is one product, whatever its sellers write.
      sameProduct || (isIdentified && !isContradicted)
        ? 'IDENTICAL'
        : isIdentified || (isAlike && !isContradicted)
          ? 'SIMILAR'
          : 'UNLIKE',
    basis: isIdentified ? 'identifier' : 'text',
    score,
    evidence,
    mayConfirm: isIdentified || !isContradicted,
  };
}
