import * as z from 'zod';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Who may call: anyone, signed-in persons, or persons inside a company. */
export type Access = 'public' | 'user' | 'company';

/**
 * What a role has to allow inside a company: everybody there may `read`, managers and owners `write`, the owner alone
 * deals with what is his `own`, such as the members. Also what tells a question that is sent with POST from a write.
 */
export type Need = 'read' | 'write' | 'own';

/** Inside a company every endpoint says what it needs; elsewhere only a POST that writes nothing says `read`. */
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
  /** Of what anybody may call: whether pages of hosts may too. */
  fromHosts?: true;
  /** Of what anybody may call: what the same `Idempotency-Key` does here, in words for the API's description. */
  keyed?: string;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The media types of a body that is a file; any other body is JSON. */
  takes?: readonly string[];
  answer: Answer;
  /** The media type of a `download`, unless the file says another; everything else is answered with JSON. */
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
 * Whether calling it twice could do something twice: such a call may carry an `Idempotency-Key`. Not the public ones:
 * no person is known there to whom a kept answer could belong, and most of what they answer with opens a session. Called
 * twice they do no harm (a second session, a second letter), or take what is given to them once only; a key is passed
 * over, unless the endpoint says what it does (`keyed`).
 */
export const isWrite = ({ method, access, needs }: Endpoint): boolean =>
  method !== 'get' && access !== 'public' && needs !== 'read';

/** A file that is written while it is being read. */
export interface Download {
  fileName: string;
  /** Where it is not what the endpoint says. */
  type?: string;
  /** How many rows will come, where that is known: sent in the header `x-rows`, to show the progress. */
  rows?: number;
  body: ReadableStream<Uint8Array>;
}

/** The body of an endpoint that takes a file: the bytes that came, or the file that a page sends. */
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
  // What is asked for with POST needs no more than to read: a file is not kept, so none is answered twice.
  value: Omit<Endpoint<Params, Query, Body, typeof File, Who>, 'answer' | 'needs'> & {
    method: 'get' | 'post';
    needs: 'read';
    type: NonNullable<Endpoint['type']>;
  },
): Endpoint<Params, Query, Body, typeof File, Who> => ({ ...value, answer: File });
