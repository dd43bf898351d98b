// A module of the previous release keeps working: the present API fulfills the released contract.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { API_VERSION } from './kernel/api-version.ts';
import { ProblemBody } from './kernel/problem.ts';
import { fillCall, type RecordedCall } from './testing/compatibility/calls.ts';
import { breakagesOf } from './testing/compatibility/compare.ts';
import type { Contract, EndpointContract } from './testing/compatibility/contract.ts';
import {
  isSame,
  presentContract,
  type Release,
  readRelease,
  releases,
} from './testing/compatibility/released.ts';
import type { Schema } from './testing/compatibility/schema.ts';
import type { RouteCall } from './testing/route-calls/route-call.ts';
import { ROUTE_CALLS } from './testing/route-calls.ts';
import type { Things } from './testing/things.ts';
import { openWholeApp, type WholeApp } from './testing/whole-app.ts';

let present: Release;
let numbers: number[];
let newest: Release;

beforeAll(async () => {
  present = await presentContract();
  numbers = await releases();
  newest = await readRelease(numbers.at(-1)!);
});

describe('the present contract', () => {
  it('does all that the newest release does', () => {
    assert.deepEqual(breakagesOf(newest, present), []);
  });

  it('may add modules, and no values of enums that pages have to know completely', () => {
    const { endpoints } = structuredClone(newest);
    const { properties } = endpoints['get /v1/hosts']!.answer.properties!.hosts!.items!;
    const names = { type: 'string', enum: ['mfe-pricing'] };
    properties!.modules!.anyOf![0]!.items = names;
    const before = structuredClone({ ...newest, endpoints });
    names.enum.push('mfe-moon');
    assert.deepEqual(breakagesOf(before, { ...newest, endpoints }), []);
    properties!.algorithm!.enum!.push('PS512');
    assert.deepEqual(breakagesOf(before, { ...newest, endpoints }), [
      'get /v1/hosts answer hosts.[].algorithm: "PS512" may come now',
    ]);
  });

  it('has a new number if it grew', () => {
    assert.ok(API_VERSION >= newest.api);
    const isOwn = API_VERSION > newest.api || isSame(newest, present);
    assert.ok(
      isOwn,
      `The contract has grown since release ${newest.api}: set API_VERSION to ${newest.api + 1}`,
    );
  });

  it('describes every route, and has an example of each', () => {
    assert.deepEqual(Object.keys(present.endpoints).sort(), Object.keys(ROUTE_CALLS).sort());
    assert.deepEqual(Object.keys(newest.calls).sort(), Object.keys(newest.endpoints).sort());
  });

  it('has open enums whose values have labels in the API', () => {
    /** The contract with one more value in every open enum. */
    const grown = (words: Contract['words']) => {
      const more = JSON.parse(JSON.stringify(present), (_, part) =>
        part?.words === undefined || part.anyOf === undefined
          ? part
          : { ...part, anyOf: [{ type: 'string', const: 'a_newcomer' }, ...part.anyOf] },
      );
      return breakagesOf(present, { ...more, words });
    };
    const text = JSON.stringify(present.endpoints);
    const lists = new Set([...text.matchAll(/"words":"([^"]+)"/g)].map(([, list]) => list!));
    for (const list of ['rule.strategy', 'update.event', 'update.state'])
      assert.ok(lists.has(list), list);
    assert.deepEqual(
      grown(Object.fromEntries([...lists].map((list) => [list, ['a_newcomer']]))),
      [],
    );
    const unsaid = grown({});
    assert.ok(unsaid.length >= lists.size);
    for (const breakage of unsaid) assert.match(breakage, /: "a_newcomer" may come now$/);
  });
});

describe('what breaks the released contract is found, at every endpoint', () => {
  type Break = (now: EndpointContract) => void;
  const only = (name: string, endpoint: EndpointContract): Contract => ({
    ...newest,
    endpoints: { [name]: endpoint },
  });

  /** The objects with named fields of a schema, however deep. */
  const objectsOf = (schema: Schema): Schema[] => {
    const { anyOf = [], oneOf = [], prefixItems = [], properties = {}, items } = schema;
    const rest = schema.additionalProperties;
    const inner = [
      ...[...anyOf, ...oneOf, ...prefixItems, ...Object.values(properties)],
      ...(items === undefined ? [] : [items]),
      ...(typeof rest === 'object' ? [rest] : []),
    ].flatMap(objectsOf);
    return schema.properties === undefined ? inner : [schema, ...inner];
  };

  /** Its objects, unless another endpoint has the same schema. */
  const unseen = (part: string, schema: Schema): Schema[] => {
    const said = `${part} ${JSON.stringify(schema)}`;
    if (seen.has(said)) return [];
    seen.add(said);
    return objectsOf(schema);
  };
  /** For each field of each object of a part: how to break it there. */
  const atFields =
    (part: 'query' | 'body' | 'answer', alter: (object: Schema, name: string) => void) =>
    (endpoint: EndpointContract): Break[] =>
      unseen(part, endpoint[part] ?? {}).flatMap((object, at) =>
        Object.keys(object.properties!).map(
          (name): Break =>
            (now) =>
              alter(objectsOf(now[part]!)[at]!, name),
        ),
      );
  let seen = new Set<string>();
  beforeEach(() => {
    seen = new Set();
  });
  const fields = ({ properties = {} }: Schema) => properties;
  const drop = (object: Schema, name: string) => {
    delete object.properties![name];
    object.required = object.required?.filter((one) => one !== name) ?? [];
  };
  /** Whether a field accepts any value, so that no other value breaks a client. */
  const isOpen = (field: Schema) => Object.keys(field).every((name) => name === 'default');
  const takesNull = (field: Schema) =>
    /"type":(?:"null"|\[[^\]]*"null")/.test(JSON.stringify(field));

  const cases: Record<string, (endpoint: EndpointContract) => Break[]> = {
    'a field of a body is ignored': atFields('body', drop),
    'a field of a query is ignored': atFields('query', drop),
    'a field has to be sent that was not known': ({ body }) =>
      objectsOf(body ?? {}).map(
        (_, at): Break =>
          (now) => {
            const object = objectsOf(now.body!)[at]!;
            fields(object).newcomer = { type: 'string' };
            object.required = [...(object.required ?? []), 'newcomer'];
          },
      ),
    'a field of an answer is gone': atFields('answer', drop),
    'a field of an answer may be null': atFields('answer', (object, name) => {
      const field = fields(object)[name]!;
      if (!isOpen(field) && !takesNull(field))
        fields(object)[name] = { anyOf: [field, { type: 'null' }] };
    }),
    'the whole answer is of another kind': ({ type }) =>
      type !== undefined
        ? []
        : [
            (now) => {
              now.answer = { type: 'boolean' };
            },
          ],
    'nobody but the owner may call': ({ access, needs }) =>
      access === 'company' && needs === 'own'
        ? []
        : [
            (now) => {
              now.access = 'company';
              now.needs = 'own';
            },
          ],
  };
  for (const [name, breaksOf] of Object.entries(cases)) {
    it(name, () => {
      let broken = 0;
      for (const [at, endpoint] of Object.entries(newest.endpoints)) {
        for (const alter of breaksOf(endpoint)) {
          const now = structuredClone(endpoint);
          alter(now);
          if (isSame(only(at, now), only(at, endpoint))) continue;
          assert.ok(
            breakagesOf(only(at, endpoint), only(at, now)).length > 0,
            `${at}: ${JSON.stringify(now)}`,
          );
          broken += 1;
        }
      }
      assert.ok(broken > 40, `${broken} breakages`);
    });
  }

  it('an endpoint is gone', () => {
    for (const [name, endpoint] of Object.entries(newest.endpoints)) {
      const found = breakagesOf(only(name, endpoint), { ...newest, endpoints: {} });
      assert.deepEqual(found, [`${name}: is gone`]);
    }
  });
});

/** The answer to a call that does not exist, or no longer. */
const NOT_UNDERSTOOD = ['invalid_request', 'invalid_json', 'unsupported_media_type'];

describe('a client of the release before', () => {
  let app: WholeApp;
  let release: Release;
  let owner: string;

  beforeAll(async () => {
    app = await openWholeApp();
    const before = numbers.filter((number) => number < API_VERSION).at(-1) ?? newest.api;
    release = await readRelease(before);
    owner = await app.tokenOf(app.ours.actor);
  });
  afterAll(() => app.close());

  /** Parses like a client: by its own schemas, ignoring unknown fields. */
  const readerOf = (schema: Schema): z.ZodType => {
    const open = JSON.parse(JSON.stringify(schema), (name, value) =>
      name === 'additionalProperties' && value === false ? undefined : value,
    );
    return z.fromJSONSchema(open);
  };

  const send = async (name: string, recorded: RecordedCall, token: string | null) => {
    const { path, body, type = 'application/json' } = recorded;
    return await fetch(`${app.url}/api${path}`, {
      method: name.split(' ')[0]!.toUpperCase(),
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };

  /** A separate user, for calls that end sessions. */
  const somebody = async () =>
    await app.tokenOf({
      companyId: app.ours.companyId,
      personId: await app.addPerson(app.ours, 'analyst'),
      role: 'analyst',
    });

  const callOf = (name: string): RouteCall => ROUTE_CALLS[name]!;

  it('makes every call as it did then, and understands every answer', async () => {
    /** Test data that no call has changed yet. */
    let fresh: Things | null = null;
    for (const [name, recorded] of Object.entries(release.calls)) {
      const { who, prepare } = callOf(name);
      const changes = prepare !== undefined || who !== 'read';
      if (changes || fresh === null) fresh = await app.createThings(app.ours);
      const things = fresh;
      if (changes) fresh = null;
      await prepare?.(things, app.scene.database.owner);
      const token = who === 'public' ? null : who === 'user' ? await somebody() : owner;
      const response = await send(name, fillCall(recorded, things), token);
      const { type, answer } = release.endpoints[name]!;
      const text = await response.text();
      const { status = 200 } = recorded;
      if (response.status === status ? status !== 200 : who === 'public') {
        // The example has no valid password, or needs more than the API: it is parsed, and refused with a known problem.
        const { data: problem } = readerOf(release.problem).safeParse(JSON.parse(text));
        const code = ProblemBody.parse(problem).code;
        assert.ok(response.status < 500 && !NOT_UNDERSTOOD.includes(code), `${name}: ${text}`);
        continue;
      }
      assert.equal(response.status, 200, `${name}: ${text}`);
      assert.ok(Number(response.headers.get('x-primazia-api')) >= release.api);
      if (type !== undefined) {
        assert.match(response.headers.get('content-disposition')!, /^attachment; filename=/, name);
        continue;
      }
      const read = readerOf(answer).safeParse(JSON.parse(text));
      assert.ok(read.success, `${name} answers ${text}: ${read.error}`);
    }
  });

  it('rejects an answer that its schema does not allow', () => {
    const reader = readerOf(release.endpoints['get /v1/accounts']!.answer);
    assert.equal(reader.safeParse([{ id: 1 }]).success, false);
  });
});
