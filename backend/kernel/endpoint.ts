import type * as z from 'zod';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Who may call: anyone, whoever has signed in, or whoever works inside a company. */
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
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
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
 * nobody is known there to whom a kept answer could belong.
 */
export const isWrite = ({ method, access, needs }: Endpoint): boolean =>
  method !== 'get' && access !== 'public' && needs !== 'read';
