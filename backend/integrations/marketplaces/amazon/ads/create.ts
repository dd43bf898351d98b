// New campaigns and their contents. Amazon knows no idempotency key: a thing's unique fields show whether it was created.

import { toAmount } from '../../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../../kernel/result.ts';
import { failure } from '../../../answers.ts';
import type {
  AdsCreateEnd,
  AdsSession,
  Aim,
  CallFailure,
  NewAdsObject,
  OpenRange,
} from '../../../marketplace.ts';
import { type AdsMeans, dayOf, findEntries, PLACEMENT_NAMES, STRATEGY_NAMES } from './read.ts';
import * as requests from './requests.ts';
import { decode, reasonOf, writtenOf } from './wire.ts';
import { fieldsOf, MOST, type Written } from './write.ts';

type Fields = Record<string, unknown>;
type NewTarget = Extract<NewAdsObject, { what: 'target' }>;
type Created = Extract<AdsCreateEnd, { kind: 'created' }>;

function entityOf(object: NewAdsObject): requests.Entity {
  switch (object.what) {
    case 'campaign':
      return requests.CAMPAIGNS;
    case 'adGroup':
      return requests.AD_GROUPS;
    case 'ad':
      return requests.PRODUCT_ADS;
    case 'target': {
      const isKeyword = object.aim.kind === 'KEYWORD';
      if (object.isNegative)
        return isKeyword ? requests.NEGATIVE_KEYWORDS : requests.NEGATIVE_TARGETS;
      return isKeyword ? requests.KEYWORDS : requests.TARGETS;
    }
  }
}

/** A refinement by a range. */
function rangeOf(name: string, { from, to }: OpenRange): { type: string; value: string }[] {
  if (from !== null && to !== null) return [{ type: `${name}_BETWEEN`, value: `${from}-${to}` }];
  if (from !== null) return [{ type: `${name}_GREATER_THAN`, value: String(from) }];
  return to === null ? [] : [{ type: `${name}_LESS_THAN`, value: String(to) }];
}

const amounts = ({ from, to }: OpenRange): OpenRange => ({
  from: from === null ? null : toAmount(from),
  to: to === null ? null : toAmount(to),
});

function expressionOf(aim: Exclude<Aim, { kind: 'KEYWORD' }>) {
  if (aim.kind === 'PRODUCT')
    return [{ type: aim.isExpanded ? 'ASIN_EXPANDED_FROM' : 'ASIN_SAME_AS', value: aim.productId }];
  const { categoryId, brandId, price, rating, fastShippingOnly } = aim;
  return [
    { type: 'ASIN_CATEGORY_SAME_AS', value: categoryId },
    ...(brandId === null ? [] : [{ type: 'ASIN_BRAND_SAME_AS', value: brandId }]),
    ...rangeOf('ASIN_PRICE', amounts(price)),
    ...rangeOf('ASIN_REVIEW_RATING', rating),
    ...(fastShippingOnly ? [{ type: 'ASIN_IS_PRIME_SHIPPING_ELIGIBLE', value: 'true' }] : []),
  ];
}

function targetElement({ campaignId, adGroupId, isNegative, bid, aim }: NewTarget): Fields {
  const common = {
    campaignId,
    adGroupId,
    state: 'ENABLED',
    ...(bid !== null && !isNegative && { bid: toAmount(bid) }),
  };
  if (aim.kind !== 'KEYWORD')
    return {
      ...common,
      ...(!isNegative && { expressionType: 'MANUAL' }),
      expression: expressionOf(aim),
    };
  const matchType = isNegative ? `NEGATIVE_${aim.matchType}` : aim.matchType;
  return { ...common, keywordText: aim.text, matchType };
}

function elementOf(object: NewAdsObject): Fields {
  switch (object.what) {
    case 'campaign': {
      const { name, status, type, biddingStrategy, placements, dailyBudget } = object;
      return {
        name,
        state: status,
        targetingType: type === 'automatic' ? 'AUTO' : 'MANUAL',
        startDate: object.startDate,
        ...(object.endDate !== null && { endDate: object.endDate }),
        budget: { budgetType: 'DAILY', budget: toAmount(dailyBudget) },
        dynamicBidding: {
          strategy: STRATEGY_NAMES[biddingStrategy],
          placementBidding: placements
            .filter(({ percent }) => percent > 0)
            .map(({ placement, percent }) => ({
              placement: PLACEMENT_NAMES[placement],
              percentage: percent,
            })),
        },
      };
    }
    case 'adGroup': {
      const { campaignId, name, defaultBid } = object;
      return { campaignId, name, state: 'ENABLED', defaultBid: toAmount(defaultBid) };
    }
    case 'ad': {
      const { campaignId, adGroupId, skuMarketplace } = object;
      return { campaignId, adGroupId, sku: skuMarketplace, state: 'ENABLED' };
    }
    case 'target':
      return targetElement(object);
  }
}

/** Amazon may write texts in other letters, and days without hyphens. */
const isSame = (requested: unknown, shown: unknown) =>
  requested === shown ||
  (typeof requested === 'string' &&
    typeof shown === 'string' &&
    (requested.toLowerCase() === shown.toLowerCase() || requested === dayOf(shown)));

/** The field that differs from the request; null: none. A field that is not shown is not compared. */
function differenceOf(requested: unknown, shown: unknown, name: string): string | null {
  if (shown === undefined || shown === null) return null;
  if (Array.isArray(requested)) {
    if (!Array.isArray(shown) || shown.length !== requested.length) return name;
    const isThere = (one: unknown) => shown.some((its) => differenceOf(one, its, name) === null);
    return requested.every(isThere) ? null : name;
  }
  if (typeof requested !== 'object' || requested === null)
    return isSame(requested, shown) ? null : name;
  const fields = fieldsOf(shown);
  for (const [key, value] of Object.entries(requested)) {
    const different = differenceOf(value, fields[key], key);
    if (different !== null) return different;
  }
  return null;
}

/** The id of an element: some entities name it differently beside their representation than in it. */
function idIn(entity: requests.Entity, done: Fields): string | null {
  const id =
    done[entity.id] ?? fieldsOf(done[entity.one])[entity.id] ?? done[`${entity.one}Id`] ?? null;
  return id === null ? null : String(id);
}

const DUPLICATES = new Set(['NAME_NOT_UNIQUE', 'DUPLICATE_VALUE', 'duplicateValueError']);

/** How one element ended; where it is in neither list, that is unknown. */
function endOf(object: NewAdsObject, index: number, { success, error }: Written): AdsCreateEnd {
  const refused = error.find((one) => one.index === index);
  if (refused !== undefined) {
    const reason = reasonOf(refused);
    return { kind: 'rejected', ...reason, isDuplicate: DUPLICATES.has(reason.code) };
  }
  const entity = entityOf(object);
  const done = success.find((one) => one.index === index);
  const id = done === undefined ? null : idIn(entity, done);
  if (done === undefined || id === null)
    return {
      kind: 'failed',
      failure: failure('unavailable', 'not_answered', 'The answer does not name this element'),
    };
  return { kind: 'created', id, differs: differenceOf(elementOf(object), done[entity.one], '') };
}

/** Creates the elements of one entity. A call that fails fails all of them, however many were sent before. */
export async function create(
  { client, api }: AdsMeans,
  session: AdsSession,
  objects: readonly NewAdsObject[],
): Promise<Result<readonly AdsCreateEnd[], CallFailure>> {
  const ends = new Map<NewAdsObject, AdsCreateEnd>();
  for (const [entity, all] of Map.groupBy(objects, entityOf))
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST);
      const call = requests.create(client, session, entity, some.map(elementOf));
      const answer = decode(await api(call), writtenOf(entity.list), `the new ${entity.list}`);
      if (!answer.ok) {
        for (const one of some) ends.set(one, { kind: 'failed', failure: answer.error });
        continue;
      }
      const written = answer.value[entity.list] as unknown as Written;
      for (const [index, one] of some.entries()) ends.set(one, endOf(one, index, written));
    }
  return ok(objects.map((one) => ends.get(one)!));
}

/** The key that is unique for a thing inside its parent, as sent or as shown. */
function keyOf(object: NewAdsObject, fields: Fields): string {
  switch (object.what) {
    case 'campaign':
    case 'adGroup':
      return String(fields.name);
    case 'ad':
      return [fields.adGroupId, fields.sku].join('\n');
    case 'target': {
      const expression = Array.isArray(fields.expression) ? fields.expression.map(fieldsOf) : [];
      const parts = expression.map(({ type, value }) => [type, value].join('='));
      const text = String(fields.keywordText ?? '').toLowerCase();
      return [fields.adGroupId, text, fields.matchType, ...parts.sort()].join('\n');
    }
  }
}

export async function findCreated(
  means: AdsMeans,
  session: AdsSession,
  objects: readonly NewAdsObject[],
): Promise<Result<readonly (Created | null)[], CallFailure>> {
  const found = new Map<NewAdsObject, Created>();
  for (const [entity, all] of Map.groupBy(objects, entityOf)) {
    const campaignIds = [
      ...new Set(all.flatMap((one) => (one.what === 'campaign' ? [] : [one.campaignId]))),
    ];
    const names = all.flatMap((one) => (one.what === 'campaign' ? [one.name] : []));
    const query = names.length > 0 ? { names } : { campaignIds };
    const entries = await findEntries(means, session, entity, query);
    if (!entries.ok) return fail(entries.error);
    // An archived thing blocks only the name of a campaign.
    const there = entries.value
      .map(fieldsOf)
      .filter(({ state }) => entity === requests.CAMPAIGNS || state !== 'ARCHIVED');
    for (const one of all) {
      const requested = elementOf(one);
      const its = there.find((shown) => keyOf(one, shown) === keyOf(one, requested));
      const id = its === undefined ? null : idIn(entity, its);
      if (id !== null)
        found.set(one, { kind: 'created', id, differs: differenceOf(requested, its, '') });
    }
  }
  return ok(objects.map((one) => found.get(one) ?? null));
}
