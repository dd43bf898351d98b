import type { Contract, EndpointContract } from './contract.ts';
import { type Direction, type Misfit, misfitsOf, type Schema } from './schema.ts';

/**
 * Enums in answers that may grow although they are not an `openEnum`, since clients ignore unknown values. All others
 * may not: a page has no label for an unknown status.
 */
const MAY_GROW = [
  // A page ignores kinds of events that it did not subscribe to.
  /^live event type$/,
  // A line of an explanation is shown by its text, which comes with it.
  / answer (.+\.)?explanation\.\[\]\.step$/,
  // A module that a page has no name for is shown by its id.
  / \/v1\/hosts(\/\{hostId\})? answer (hosts\.\[\]\.)?modules\.\[\]$/,
  // A page shows a column of a spreadsheet by the heading in the file, and reads only whether the column is used.
  / \/v2\/rules\/sheet\S* answer (content\.\[\]\.)?columns\.\[\]\.field$/,
  // A marketplace is shown by the name and mark that `GET /v1/marketplaces` sends.
  / answer (.*\.)?(marketplaceId|rivalMarketplace)$/,
  /^get (\/v1\/marketplaces|\/channels) answer \[\]\.id$/,
];

const ACCESS = ['public', 'user', 'company'] as const;
const NEEDS = ['read', 'write', 'own'] as const;
const NOTHING: Schema = { type: 'object' };

const isGrowth = (place: string, { at, kind, grown }: Misfit, words: Contract['words']) =>
  grown === undefined
    ? kind === 'value' && MAY_GROW.some((list) => list.test(`${place} ${at}`))
    : words[grown.words]?.includes(String(grown.value)) === true;

const compare = (
  place: string,
  direction: Direction,
  before: Schema | undefined,
  now: Schema | undefined,
  words: Contract['words'],
): string[] => {
  if (before === undefined && now === undefined) return [];
  const [wide, narrow] =
    direction === 'request' ? [now ?? NOTHING, before ?? NOTHING] : [before ?? {}, now ?? {}];
  return misfitsOf(wide, narrow, direction)
    .filter((misfit) => !isGrowth(place, misfit, words))
    .map(({ at, says }) => `${place}${at === '' ? '' : ` ${at}`}: ${says}`);
};

function ofEndpoint(
  name: string,
  before: EndpointContract,
  now: EndpointContract,
  words: Contract['words'],
): string[] {
  const lost = (what: string, had: readonly string[] = [], has: readonly string[] = []) =>
    had.filter((one) => !has.includes(one)).map((one) => `${name}: ${what} ${one} no more`);
  const isClosed = ACCESS.indexOf(now.access) > ACCESS.indexOf(before.access);
  const needsMore =
    now.access === 'company' &&
    before.access === 'company' &&
    NEEDS.indexOf(now.needs ?? 'own') > NEEDS.indexOf(before.needs ?? 'own');
  return [
    ...(isClosed ? [`${name}: is open to ${before.access} no more`] : []),
    ...(needsMore ? [`${name}: needs ${now.needs} now`] : []),
    ...(before.fromHosts && !now.fromHosts ? [`${name}: is open to pages of hosts no more`] : []),
    ...lost('is open to', before.modules, now.modules),
    ...lost('takes', before.takes, now.takes),
    ...(now.takes !== undefined && before.takes === undefined && before.body !== undefined
      ? [`${name}: takes JSON no more`]
      : []),
    ...(before.type !== now.type ? [`${name}: answers with ${now.type ?? 'JSON'} now`] : []),
    ...compare(`${name} params`, 'request', before.params, now.params, words),
    ...compare(`${name} query`, 'request', before.query, now.query, words),
    ...(before.takes === undefined && now.takes === undefined
      ? compare(`${name} body`, 'request', before.body, now.body, words)
      : []),
    ...compare(`${name} answer`, 'answer', before.answer, now.answer, words),
  ];
}

/**
 * Changes that break a client of the previous contract, each described in words; empty: the contract only grew.
 * Refinements in code that no schema contains are not compared.
 */
export function breakagesOf(before: Contract, now: Contract): string[] {
  const ofEndpoints = Object.entries(before.endpoints).flatMap(([name, endpoint]) => {
    const present = now.endpoints[name];
    return present === undefined
      ? [`${name}: is gone`]
      : ofEndpoint(name, endpoint, present, now.words);
  });
  const ofQueues = Object.entries(before.queues).flatMap(([name, queue]) => {
    const present = now.queues[name];
    if (present === undefined) return [`queue ${name}: no worker takes its jobs any more`];
    return [
      ...(present.policy === queue.policy ? [] : [`queue ${name}: a policy cannot change`]),
      ...compare(`queue ${name}`, 'request', queue.job, present.job, now.words),
    ];
  });
  return [
    ...ofEndpoints,
    ...ofQueues,
    ...compare('live event', 'answer', before.event, now.event, now.words),
    ...compare('problem', 'answer', before.problem, now.problem, now.words),
  ];
}
