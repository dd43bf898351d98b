import { ProblemBody } from '@primazia/backend/kernel/problem';
import * as z from 'zod';
import { ApiError } from './error.ts';

/** The code of a bare status, for an answer of something between the page and the backend. */
const CODE_OF: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'body_too_large',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'service_not_available',
  503: 'service_not_available',
  504: 'gateway_timeout',
};

const Code = z.union([z.string(), z.number()]).transform(String);

/** The answer of another service of the suite: a code, often a number, or a list of what went wrong. */
const ForeignBody = z.object({
  code: Code.optional(),
  /** Empty: the server does not know the cause either. */
  causeCode: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ code: Code, details: z.string().nullish() })).optional(),
});

/** Makes an error of an unsuccessful answer. */
export async function readProblem(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = ProblemBody.safeParse(body);
  if (problem.success) return new ApiError('problem', problem.data);
  const { status } = response;
  const { code, causeCode, message, details } = ForeignBody.safeParse(body).data ?? {};
  const named = causeCode === '' ? 'unknown_error' : (causeCode ?? code);
  return new ApiError('problem', {
    status,
    code: named ?? CODE_OF[status] ?? 'unknown_error',
    ...(message === undefined ? {} : { detail: message }),
    details: (details ?? []).map((one) => ({ code: one.code, text: one.details ?? null })),
  });
}
