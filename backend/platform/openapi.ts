import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Access, type Endpoint, isWrite } from '../kernel/endpoint.ts';
import { ProblemBody } from '../kernel/problem.ts';

export interface ApiDescription {
  title: string;
  version: string;
  /** The address of the API, including `/api`. */
  server: string;
  /** The error codes that it answers with. */
  codes: readonly string[];
}

const BEARER = 'accessToken';

const PROBLEMS: Record<number, string> = {
  400: 'The request cannot be read',
  401: 'The access token is missing, wrong or has ended',
  403: 'The caller may not do this',
  404: 'There is no such thing',
  408: 'The body took too long to come',
  409: 'It is not in the state that this needs; or its Idempotency-Key is in use',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The body is not JSON',
  422: 'The request does not hold what it should; all its faults are named',
  429: 'Too many calls',
  431: 'The headers are too large',
  500: 'A fault of ours',
  503: 'Not available for the moment',
  504: 'Not done in time',
};

/** The problems that any endpoint of this kind can answer with. */
function problemStatuses({ access, params, query, body, keyed }: Endpoint): number[] {
  const byAccess: Record<Access, number[]> = { public: [], user: [401], company: [401, 403] };
  return [
    ...byAccess[access],
    ...(params ? [404] : []),
    ...(body ? [400, 408, 413, 415] : []),
    ...(params || query || body ? [422] : []),
    ...(access === 'public' && keyed === undefined ? [] : [409]),
    414,
    429,
    431,
    500,
    503,
    504,
  ];
}

type JsonSchema = RouteConfig['responses'][string];

const problem = (status: number): JsonSchema => ({
  description: PROBLEMS[status]!,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

const bodyOf = ({ takes }: Endpoint, body: z.ZodType) =>
  takes === undefined
    ? json(body)
    : Object.fromEntries(
        takes.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]),
      );

const answerOf = ({ type, answer }: Endpoint) =>
  type === undefined ? json(answer) : { [type]: { schema: z.string() } };

const ONCE =
  'The same key with the same request does it once, and gives the first answer for 24 hours';

/** The header that makes a repeated write harmless (`idempotency.ts`). */
const keyHeader = (does: string) =>
  z.object({
    'Idempotency-Key': z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .optional()
      .describe(does),
  });

/** A name for the operation, unique by method and path: `putV2RulesRuleIdStatus`. */
const operationId = ({ method, path }: Endpoint) =>
  method + path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, first: string) => first.toUpperCase());

function toRoute(endpoint: Endpoint): RouteConfig {
  const { method, path, access, summary, tag, params, query, body } = endpoint;
  const keyed = endpoint.keyed ?? (isWrite(endpoint) ? ONCE : undefined);
  return {
    method,
    path,
    summary,
    tags: [tag],
    operationId: operationId(endpoint),
    security: access === 'public' ? [] : [{ [BEARER]: [] }],
    request: {
      ...(params ? { params: params as z.ZodObject } : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
      ...(keyed === undefined ? {} : { headers: keyHeader(keyed) }),
      ...(body ? { body: { required: true, content: bodyOf(endpoint, body) } } : {}),
    },
    responses: {
      200: { description: 'Done', content: answerOf(endpoint) },
      ...Object.fromEntries(problemStatuses(endpoint).map((status) => [status, problem(status)])),
    },
  };
}

/** The OpenAPI 3.1 document of these endpoints, made from the same schemas that check them. */
export function describeApi(
  endpoints: readonly Endpoint[],
  { title, version, server, codes }: ApiDescription,
) {
  const api = new OpenAPIHono();
  const registry = api.openAPIRegistry;
  // `register` needs schemas that were made after the library was loaded, which depends on who imports what first.
  const { $schema: _, ...problemBody } = z.toJSONSchema(
    // A later release may have more.
    ProblemBody.extend({ code: z.union([z.enum(codes), z.string()]) }),
  );
  registry.registerComponent(
    'schemas',
    'Problem',
    problemBody as Parameters<typeof registry.registerComponent<'schemas'>>[2],
  );
  registry.registerComponent('securitySchemes', BEARER, {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  for (const endpoint of endpoints) registry.registerPath(toRoute(endpoint));
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: server }],
  });
}
