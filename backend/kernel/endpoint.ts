import type * as z from 'zod';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Who may call: anyone, whoever has signed in, or whoever works inside a company. */
export type Access = 'public' | 'user' | 'company';

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
  value: Endpoint<Params, Query, Body, Answer, Who>,
): Endpoint<Params, Query, Body, Answer, Who> => value;
