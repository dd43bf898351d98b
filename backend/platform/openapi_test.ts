import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { type Endpoint, endpoint, isWrite } from '../kernel/endpoint.ts';
import { describeApi } from './openapi.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'answer' in value;

/** The document as it is sent. */
const written = (endpoints: Endpoint[]) =>
  JSON.parse(
    JSON.stringify(
      describeApi(endpoints, { title: 'Test', version: '1.2.3', server: '/api', codes: ['moved'] }),
    ),
  );

describe("the API's description", () => {
  it('has every endpoint of every contract, with schemas, access and problems', async () => {
    const endpoints: Endpoint[] = [];
    for await (const folder of Deno.readDir(new URL('..', import.meta.url))) {
      const file = new URL(`../${folder.name}/contract.ts`, import.meta.url);
      const exists =
        folder.isDirectory &&
        (await Deno.stat(file).then(
          (found) => found.isFile,
          () => false,
        ));
      if (exists) endpoints.push(...Object.values(await import(file.href)).filter(isEndpoint));
    }
    assert.ok(endpoints.length >= 20, `${endpoints.length} endpoints`);

    const document = written(endpoints);
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.2.3');
    assert.deepEqual(document.servers, [{ url: '/api' }]);
    assert.ok(document.components.schemas.Problem.properties.faults);
    assert.equal(document.components.securitySchemes.accessToken.scheme, 'bearer');

    const ids = new Set<string>();
    for (const one of endpoints) {
      const { method, path, access, params, query, body, takes, type } = one;
      const operation = document.paths[path]?.[method];
      assert.ok(operation, `${method} ${path} is missing`);
      ids.add(operation.operationId);
      assert.ok(
        operation.responses[200].content[type ?? 'application/json'].schema,
        `${path} has no answer`,
      );
      assert.deepEqual(operation.security, access === 'public' ? [] : [{ accessToken: [] }]);
      assert.equal('401' in operation.responses, access !== 'public');
      assert.equal('422' in operation.responses, Boolean(params ?? query ?? body));
      const takesKey = (operation.parameters ?? []).some(
        ({ name }: { name: string }) => name === 'Idempotency-Key',
      );
      assert.equal(takesKey, isWrite(one) || path === '/auth/refresh', `${method} ${path}`);
      for (const media of body ? (takes ?? ['application/json']) : [])
        assert.ok(operation.requestBody.content[media].schema, `${path} takes no ${media}`);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = (operation.parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'path')
        .map(({ name }: { name: string }) => name);
      assert.deepEqual(described.sort(), named.sort(), `${path} does not describe its parameters`);
    }
    assert.equal(ids.size, endpoints.length);
  });

  it('describes bounds, choices, defaults and what may be missing', () => {
    const one = endpoint({
      method: 'post',
      path: '/things/{thingId}',
      access: 'public',
      tag: 'test',
      summary: 'A thing',
      params: z.object({ thingId: z.coerce.number().int().positive() }),
      query: z.object({ page: z.coerce.number().int().min(0).default(0) }),
      body: z.object({
        state: z.enum(['on', 'off']),
        price: z.number().min(0).max(10).nullable().default(null),
        note: z.string().max(5).optional(),
      }),
      answer: z.array(z.string()),
    });
    const operation = written([one as unknown as Endpoint]).paths['/things/{thingId}'].post;
    assert.equal(operation.operationId, 'postThingsThingId');
    assert.deepEqual(operation.requestBody.content['application/json'].schema, {
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['on', 'off'] },
        price: { type: ['number', 'null'], minimum: 0, maximum: 10, default: null },
        note: { type: 'string', maxLength: 5 },
      },
      required: ['state'],
    });
    assert.deepEqual(
      operation.parameters.map(({ name, in: place, required }: Record<string, unknown>) => [
        name,
        place,
        required,
      ]),
      [
        ['thingId', 'path', true],
        ['page', 'query', false],
      ],
    );
    assert.deepEqual(operation.responses[422].content, {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
  });
});
