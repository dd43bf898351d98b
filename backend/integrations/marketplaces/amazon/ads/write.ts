// Changes. An answer has two lists, and each element is in one of them; what came back is compared with the request, as
// Amazon ignores fields that it does not know without an error.

import { AdPlacement, placementsOf, placementsText } from '../../../../kernel/ads.ts';
import { toAmount, toMinor } from '../../../../kernel/money.ts';
import { ok, type Result } from '../../../../kernel/result.ts';
import { failure } from '../../../answers.ts';
import type {
  AdsObject,
  AdsSession,
  AdsValues,
  AdsWrite,
  AdsWriteEnd,
  CallFailure,
} from '../../../marketplace.ts';
import {
  type AdsMeans,
  dayOf,
  findEntries,
  PLACEMENT_NAMES,
  PLACEMENTS,
  STRATEGIES,
  STRATEGY_NAMES,
  statusOf,
} from './read.ts';
import * as requests from './requests.ts';
import { decode, type ElementErrors, reasonOf, writtenOf } from './wire.ts';

/** Elements of one request. @see https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const MOST = 1_000;

const entityOf = (object: AdsObject): requests.Entity => {
  switch (object.what) {
    case 'campaign':
      return requests.CAMPAIGNS;
    case 'adGroup':
      return requests.AD_GROUPS;
    case 'ad':
      return requests.PRODUCT_ADS;
    case 'target':
      if (object.isNegative)
        return object.isKeyword ? requests.NEGATIVE_KEYWORDS : requests.NEGATIVE_TARGETS;
      return object.isKeyword ? requests.KEYWORDS : requests.TARGETS;
  }
};

const bidField = ({ what }: AdsObject) => (what === 'adGroup' ? 'defaultBid' : 'bid');

const elementOf = ({ object, set }: AdsWrite): Record<string, unknown> => ({
  [entityOf(object).id]: object.id,
  ...(set.status && { state: set.status }),
  ...(set.dailyBudget !== undefined && {
    budget: { budgetType: 'DAILY', budget: toAmount(set.dailyBudget) },
  }),
  ...(set.bid !== undefined && { [bidField(object)]: toAmount(set.bid) }),
  ...(set.endDate !== undefined && { endDate: set.endDate }),
  ...(set.name !== undefined && { name: set.name }),
  ...(set.startDate !== undefined && { startDate: set.startDate }),
  ...((set.biddingStrategy !== undefined || set.placements !== undefined) && {
    dynamicBidding: {
      ...(set.biddingStrategy && { strategy: STRATEGY_NAMES[set.biddingStrategy] }),
      ...(set.placements !== undefined && { placementBidding: placementBidding(set.placements) }),
    },
  }),
});

/** Every placement is named, so that those without a percentage lose theirs. */
function placementBidding(text: string) {
  const known = placementsOf(text);
  return AdPlacement.options.map((placement) => ({
    placement: PLACEMENT_NAMES[placement],
    percentage: known.find((one) => one.placement === placement)?.percent ?? 0,
  }));
}

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const minorIn = (value: unknown) => (typeof value === 'number' ? toMinor(value) : undefined);

const textIn = (value: unknown) => (typeof value === 'string' ? value : null);

/** What only campaigns have. */
function campaignValues(fields: Record<string, unknown>): AdsValues {
  const bidding = fieldsOf(fields.dynamicBidding);
  const biddingStrategy = STRATEGIES[String(bidding.strategy)];
  const startDate = dayOf(textIn(fields.startDate));
  const placements = Array.isArray(bidding.placementBidding)
    ? bidding.placementBidding.map(fieldsOf)
    : [];
  return {
    endDate: dayOf(textIn(fields.endDate)),
    ...(startDate !== null && { startDate }),
    ...(biddingStrategy && { biddingStrategy }),
    ...(fields.dynamicBidding !== undefined && {
      placements: placementsText(
        placements.flatMap(({ placement, percentage }) => {
          const known = PLACEMENTS[String(placement)];
          return known === undefined
            ? []
            : [{ placement: known, percent: Math.round(Number(percentage)) }];
        }),
      ),
    }),
  };
}

/** What an entity of an answer is at. */
function valuesOf(object: AdsObject, entry: unknown): AdsValues {
  const fields = fieldsOf(entry);
  const status = statusOf(String(fields.state));
  const dailyBudget = minorIn(fieldsOf(fields.budget).budget);
  const bid = minorIn(fields[bidField(object)]);
  return {
    ...((status === 'ENABLED' || status === 'PAUSED') && { status }),
    ...(dailyBudget !== undefined && { dailyBudget }),
    ...(bid !== undefined && { bid }),
    ...((object.what === 'campaign' || object.what === 'adGroup') &&
      typeof fields.name === 'string' && { name: fields.name }),
    ...(object.what === 'campaign' && campaignValues(fields)),
  };
}

/** The first requested value that is not shown; null: none. */
const missing = (requested: AdsValues, shown: AdsValues): string | null => {
  const names = Object.keys(requested) as (keyof AdsValues)[];
  return names.find((name) => requested[name] !== shown[name]) ?? null;
};

export interface Written {
  success: readonly Record<string, unknown>[];
  error: readonly ElementErrors[];
}

/** How one element ended; where it is in neither list, that is unknown. */
function endOf(write: AdsWrite, index: number, { success, error }: Written): AdsWriteEnd {
  const refused = error.find((one) => one.index === index);
  if (refused !== undefined) return { kind: 'rejected', ...reasonOf(refused) };
  const done = success.find((one) => one.index === index);
  const nowhere = failure('unavailable', 'not_answered', 'The answer does not name this element');
  if (done === undefined) return { kind: 'failed', failure: nowhere };
  const entry = done[entityOf(write.object).one];
  // Without a representation, or with only its id and name, it has to be read back.
  if (fieldsOf(entry).state === undefined) return { kind: 'accepted' };
  const other = missing(write.set, valuesOf(write.object, entry));
  return other === null
    ? { kind: 'applied' }
    : { kind: 'ignored', message: `Amazon did not apply ${other}` };
}

/** Writes the elements of one entity. */
async function writeSome(
  { client, api }: AdsMeans,
  session: AdsSession,
  entity: requests.Entity,
  writes: readonly AdsWrite[],
): Promise<AdsWriteEnd[]> {
  const call = requests.update(client, session, entity, writes.map(elementOf));
  const answer = decode(await api(call), writtenOf(entity.list), `the ${entity.list}`);
  if (!answer.ok) return writes.map(() => ({ kind: 'failed', failure: answer.error }));
  const written = answer.value[entity.list] as unknown as Written;
  return writes.map((one, index) => endOf(one, index, written));
}

/** Changes several things, those of one kind by one call. */
export async function write(
  means: AdsMeans,
  session: AdsSession,
  writes: readonly AdsWrite[],
): Promise<Result<readonly AdsWriteEnd[], CallFailure>> {
  const ends = new Map<AdsWrite, AdsWriteEnd>();
  for (const [entity, all] of Map.groupBy(writes, ({ object }) => entityOf(object))) {
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST);
      const ended = await writeSome(means, session, entity, some);
      for (const [index, one] of some.entries()) ends.set(one, ended[index]!);
    }
  }
  return ok(writes.map((one) => ends.get(one)!));
}

/** The present values of a thing; null: Amazon does not know it. */
export async function readOne(
  means: AdsMeans,
  session: AdsSession,
  object: AdsObject,
): Promise<Result<AdsValues | null, CallFailure>> {
  const entity = entityOf(object);
  const found = await findEntries(means, session, entity, { ids: [object.id] });
  if (!found.ok) return found;
  const [entry] = found.value.filter((one) => String(fieldsOf(one)[entity.id]) === object.id);
  return ok(entry === undefined ? null : valuesOf(object, entry));
}
