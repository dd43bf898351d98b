// The API's contract as data: what a client of an earlier release knows, for comparison with the present one.
import * as z from 'zod';
import { tagsOf } from '../../identity/access.ts';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { Words } from '../../kernel/open-enum.ts';
import { ProblemBody } from '../../kernel/problem.ts';
import { LiveEvent } from '../../platform/contract.ts';
import type { Queue } from '../../platform/jobs.ts';
import { WORKING_TREE_MODULES } from '../modules.ts';
import type { Schema } from './schema.ts';

/** One endpoint: who may call it, what it takes and what it answers. */
export interface EndpointContract {
  access: Endpoint['access'];
  needs?: Endpoint['needs'];
  fromHosts?: boolean;
  /** The modules whose tokens open it on the pages of hosts. */
  modules: string[];
  /** Media types of a body that is a file. */
  takes?: string[];
  /** The media type of an answer that is a file. */
  type?: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  answer: Schema;
}

export interface Contract {
  /** `API_VERSION`. */
  api: number;
  /** By method and path: `get /v1/hosts`. */
  endpoints: Record<string, EndpointContract>;
  /** What travels over `/api/live`. */
  event: Schema;
  /** What every call that fails answers. */
  problem: Schema;
  /** The values that the API has words for, by list. */
  words: Record<string, string[]>;
  /** By name the queues in which jobs wait while the product is exchanged. */
  queues: Record<string, QueueContract>;
}

/** What the processes of two releases have to agree upon over one queue. */
export interface QueueContract {
  policy: Queue<unknown>['policy'];
  /** What a job carries. */
  job: Schema;
}

/** The bounds that every integer has; without meaning for the comparison. */
const isSafeBound = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;

/** Documentation that no client depends on. */
const ANNOTATIONS = new Set(['$schema', 'description', 'examples']);

/**
 * Removes what does not matter to clients: the schema's dialect, descriptions, bounds of integers, patterns of formats.
 * @param isNamed the keys are names of fields, so any key is kept
 */
function lean(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((part) => lean(part));
  if (typeof value !== 'object' || value === null) return value;
  const hasFormat = 'format' in value && typeof value.format === 'string';
  const entries = Object.entries(value).filter(
    ([name, part]) =>
      isNamed ||
      (!ANNOTATIONS.has(name) && !isSafeBound(part) && !(name === 'pattern' && hasFormat)),
  );
  return Object.fromEntries(
    entries.map(([name, part]) => [name, lean(part, !isNamed && name === 'properties')]),
  );
}

/** What may be sent (`input`), or what is answered (`output`); what JSON Schema cannot express accepts any value. */
const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  lean(z.toJSONSchema(type, { io, unrepresentable: 'any' })) as Schema;

const modulesOf = ({ access, needs, tag }: Endpoint): string[] =>
  // Endpoints for owners are closed to users of a partner system.
  access === 'public' || needs === 'own'
    ? []
    : WORKING_TREE_MODULES.filter((module) => tagsOf([module]).has(tag)).map(({ name }) => name);

const contractOf = (endpoint: Endpoint): EndpointContract => {
  const { access, needs, fromHosts, takes, type, params, query, body, answer } = endpoint;
  return {
    access,
    ...(needs === undefined ? {} : { needs }),
    ...(fromHosts === undefined ? {} : { fromHosts }),
    modules: modulesOf(endpoint),
    ...(takes === undefined ? {} : { takes: [...takes] }),
    ...(type === undefined ? {} : { type }),
    ...(params === undefined ? {} : { params: schemaOf(params, 'input') }),
    ...(query === undefined ? {} : { query: schemaOf(query, 'input') }),
    ...(body === undefined ? {} : { body: schemaOf(body, 'input') }),
    answer: schemaOf(answer, 'output'),
  };
};

const sorted = <T>(entries: (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

/** The contract of these endpoints and queues, sorted, so that equal ones are written alike. */
export function describeContract(
  api: number,
  endpoints: readonly Endpoint[],
  words: Words = {},
  queues: readonly Queue<unknown>[] = [],
): Contract {
  const named = endpoints.map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, contractOf(endpoint)] as const,
  );
  return {
    api,
    endpoints: sorted(named),
    event: schemaOf(LiveEvent, 'output'),
    problem: schemaOf(ProblemBody, 'output'),
    words: Object.fromEntries(
      Object.entries(words).map(([list, values]) => [list, Object.keys(values).sort()]),
    ),
    queues: sorted(
      queues.map(
        ({ name, policy, schema }) => [name, { policy, job: schemaOf(schema, 'input') }] as const,
      ),
    ),
  };
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'answer' in value;

const BACKEND = new URL('../../', import.meta.url);

/** Every endpoint that a domain's `contract.ts` declares. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for await (const { name, isDirectory } of Deno.readDir(BACKEND)) {
    const file = new URL(`${name}/contract.ts`, BACKEND);
    const exists =
      isDirectory &&
      (await Deno.stat(file).then(
        ({ isFile }) => isFile,
        () => false,
      ));
    if (exists) found.push(...Object.values(await import(file.href)).filter(isEndpoint));
  }
  return found;
}
