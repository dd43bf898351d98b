// Lists and writes of entities: a write answers 207, and each of its elements ends in exactly one of two lists.
import { dateOf, dayOf } from '../world/till.ts';
import type { AdCampaign, AdGroup, AdsEntry, AdTarget, ProductAd } from '../world.ts';
import { ENTITIES } from './entities.ts';
import { type ElementError, type Entity, isFault } from './entity.ts';
import {
  type AdsCall,
  type AdsRoom,
  type AdsWire,
  fieldsOf,
  readJson,
  refuse,
  textsIn,
} from './room.ts';

const MOST = 1_000;

type AdEntity = AdCampaign | AdGroup | ProductAd | AdTarget;

const isOwn = (room: AdsRoom, sellerId: number, { campaignId }: AdEntity) =>
  room.world().ads.campaigns.get(campaignId)?.sellerId === sellerId;

const ownOf = (room: AdsRoom, call: AdsCall, entity: Entity): AdEntity[] =>
  [...entity.all(room.world().ads)].filter((one) => isOwn(room, call.get('sellerId'), one));

/** The filtered entities; without a filter all. */
const passes = (filter: unknown, value: string) => {
  const include = textsIn(fieldsOf(filter).include);
  return include.length === 0 || include.includes(value);
};

function listOf(room: AdsRoom, call: AdsCall, entity: Entity, body: Record<string, unknown>) {
  const name = fieldsOf(body.nameFilter);
  const isNamed = (one: AdEntity) => {
    const wanted = textsIn(name.include);
    if (wanted.length === 0) return true;
    const its = 'name' in one ? one.name : '';
    return name.queryTermMatchType === 'EXACT_MATCH'
      ? wanted.includes(its)
      : wanted.some((text) => its.toLowerCase().includes(text.toLowerCase()));
  };
  return ownOf(room, call, entity).filter(
    (one) =>
      passes(body.stateFilter, one.state) &&
      passes(body.campaignIdFilter, one.campaignId) &&
      passes(body.adGroupIdFilter, ('adGroupId' in one ? one.adGroupId : null) ?? '') &&
      passes(body[`${entity.id}Filter`], entity.idOf(one as never)) &&
      isNamed(one),
  );
}

const errorOf = (index: number, { errorType, reason, message, more }: ElementError) => ({
  index,
  errors: [
    {
      errorType,
      errorValue: { [errorType]: { reason, message, cause: { location: `$[${index}]` }, ...more } },
    },
  ],
});

const FAILED: ElementError = {
  errorType: 'internalServerError',
  reason: 'INTERNAL_ERROR',
  message: 'Internal server error',
};

const moment = (room: AdsRoom, call: AdsCall) => ({
  now: room.marketNow(),
  sellerId: call.get('sellerId'),
  today: dateOf(dayOf(room.marketNow())),
});

/** Processes the elements of a write one by one. */
async function write(
  room: AdsRoom,
  call: AdsCall,
  entity: Entity,
  work: (given: Record<string, unknown>, index: number) => AdsEntry | ElementError,
) {
  if (!room.mayWrite(call.get('sellerId')))
    return refuse(call, 403, 'ACCESS_DENIED', 'The profile may be read, not edited.');
  const body = await readJson(call);
  const given = Array.isArray(body[entity.list]) ? (body[entity.list] as unknown[]) : null;
  if (given === null || given.length === 0 || given.length > MOST)
    return refuse(call, 400, 'INVALID_ARGUMENT', `${entity.list} must have 1 to ${MOST} elements`);
  const isWhole = call.req.header('prefer')?.includes('return=representation') ?? false;
  const success: Record<string, unknown>[] = [];
  const error: Record<string, unknown>[] = [];
  for (const [index, one] of given.entries()) {
    const written = room.itemFails(call) ? FAILED : work(fieldsOf(one), index);
    if (isFault(written)) {
      error.push(errorOf(index, written));
      continue;
    }
    const value = written.value as never;
    const isNew = call.req.method === 'POST';
    room.run([written, ...(isNew ? (entity.along?.(room.world(), value) ?? []) : [])]);
    success.push({
      index,
      [entity.wrapperId ?? entity.id]: entity.idOf(value),
      ...(isWhole && { [entity.one]: entity.toWire(value, false) }),
    });
  }
  return call.json({ [entity.list]: { success, error } }, 207);
}

const NOT_FOUND: ElementError = {
  errorType: 'entityNotFoundError',
  reason: 'ENTITY_NOT_FOUND',
  message: 'The entity is not found',
};

function mountEntity(wire: AdsWire, room: AdsRoom, entity: Entity): void {
  const path = `/sp/${entity.path}`;
  const find = (call: AdsCall, id: unknown) =>
    ownOf(room, call, entity).find((one) => entity.idOf(one as never) === id);

  wire.use(`${path}/*`, async (call, next) => {
    const accept = call.req.header('accept') ?? '';
    if (![entity.media, 'application/json', '*/*'].includes(accept))
      return refuse(call, 415, 'UNSUPPORTED_MEDIA_TYPE', `Accept must be ${entity.media}`);
    return await next();
  });

  wire.post(`${path}/list`, async (call) => {
    const body = await readJson(call);
    const all = listOf(room, call, entity, body);
    const from = Number(body.nextToken ?? 0) || 0;
    const size = Math.min(MOST, Number(body.maxResults ?? 500) || 500);
    const isExtended = body.includeExtendedDataFields === true;
    return call.json({
      [entity.list]: all
        .slice(from, from + size)
        .map((one) => entity.toWire(one as never, isExtended)),
      totalResults: all.length,
      ...(from + size < all.length && { nextToken: String(from + size) }),
    });
  });

  wire.post(path, (call) =>
    write(room, call, entity, (given) => entity.create(room.world(), given, moment(room, call))),
  );

  wire.put(path, (call) =>
    write(room, call, entity, (given) => {
      const known = find(call, given[entity.id]);
      return known === undefined
        ? NOT_FOUND
        : entity.update(room.world(), known as never, given, moment(room, call));
    }),
  );

  wire.post(`${path}/delete`, async (call) => {
    if (!room.mayWrite(call.get('sellerId')))
      return refuse(call, 403, 'ACCESS_DENIED', 'The profile may be read, not edited.');
    const ids = textsIn(fieldsOf((await readJson(call))[`${entity.id}Filter`]).include);
    const success: Record<string, unknown>[] = [];
    const error: Record<string, unknown>[] = [];
    for (const [index, id] of ids.entries()) {
      const known = find(call, id);
      if (known === undefined) {
        error.push(errorOf(index, NOT_FOUND));
        continue;
      }
      const value = { ...known, state: 'ARCHIVED', updatedAt: room.marketNow() };
      const kind = entity.list in room.world().ads ? entity.list : 'targets';
      room.run([{ entity: kind, value } as AdsEntry]);
      success.push({ index, [entity.wrapperId ?? entity.id]: id });
    }
    return call.json({ [entity.list]: { success, error } }, 207);
  });
}

/** Every entity's list, create, update and delete. */
export const mountEntities = (wire: AdsWire, room: AdsRoom): void => {
  for (const entity of ENTITIES) mountEntity(wire, room, entity);
};
