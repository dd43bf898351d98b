import * as z from 'zod';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Who may call: anyone, signed-in persons, or persons inside a company. */
export type Access = 'public' | 'user' | 'company';

/**
 * The permission that a call needs within a company: every role may `read`, managers and owners `write`, only the owner has
 * `own`, such as members. It also distinguishes a query that is sent with POST from a write.
 */
export type Need = 'read' | 'write' | 'own';

/** Within a company every endpoint declares it; elsewhere only a POST without writes declares `read`. */
type Needs<Who extends Access> = Who extends 'company' ? { needs: Need } : { needs?: 'read' };

/**
 * One call of the API as a value. The backend makes the route, its validation and its OpenAPI entry from it,
 * the kit a typed client; neither can drift from the other.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method;
  /** Below `/api`, in OpenAPI form: `/v2/rules/{ruleId}`. */
  path: string;
  access: Who;
  needs?: Need;
  /** Of public endpoints: whether pages of hosts may call it too. */
  fromHosts?: true;
  /** Of public endpoints: the effect of an `Idempotency-Key`, as text for the API's description. */
  keyed?: string;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The media types of a body that is a file; any other body is JSON. */
  takes?: readonly string[];
  answer: Answer;
  /** The media type of a `download`, unless the file has another; everything else is answered with JSON. */
  type?: 'text/csv';
}

/** Declares an endpoint; the identity function that keeps its types. */
export const endpoint = <
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Who extends Access = Access,
>(
  value: Endpoint<Params, Query, Body, Answer, Who> & Needs<Who>,
): Endpoint<Params, Query, Body, Answer, Who> => value;

/**
 * Whether a repeated call could have a second effect: such a call may have an `Idempotency-Key`. Not public endpoints: there
 * is no user to whom a stored answer could belong, and most of their answers open a session. A repeated call is harmless (a
 * second session, a second mail), or its input is valid once only; a key is ignored, unless the endpoint declares its
 * effect (`keyed`).
 */
export const isWrite = ({ method, access, needs }: Endpoint): boolean =>
  method !== 'get' && access !== 'public' && needs !== 'read';

/** A file that is written while it is being read. */
export interface Download {
  fileName: string;
  /** If it is not that of the endpoint. */
  type?: string;
  /** The number of rows, if it is known: sent in the header `x-rows`, to show the progress. */
  rows?: number;
  body: ReadableStream<Uint8Array>;
}

/** The body of an endpoint that accepts a file: the received bytes, or the file that a page sends. */
export const Upload = z.pipe(
  z.custom<Uint8Array | Blob>((value) => value instanceof Uint8Array || value instanceof Blob),
  z.transform((value): Uint8Array => value as Uint8Array),
);

const File = z.custom<Download>(
  (value) => typeof value === 'object' && value !== null && 'fileName' in value && 'body' in value,
);

/** Declares an endpoint that answers with a file. */
export const download = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Who extends Access = Access,
>(
  // An export with POST needs only `read`; files are not stored for repeated calls.
  value: Omit<Endpoint<Params, Query, Body, typeof File, Who>, 'answer' | 'needs'> & {
    method: 'get' | 'post';
    needs: 'read';
    type: NonNullable<Endpoint['type']>;
  },
): Endpoint<Params, Query, Body, typeof File, Who> => ({ ...value, answer: File });
