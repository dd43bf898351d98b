import { ProblemBody } from '@primazia/backend/kernel/problem';
import { ApiError } from './error.ts';

/** What a bare status means, where something between us and the backend answered in its place. */
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

/** Makes an error of an answer that is not a success. */
export async function readProblem(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = ProblemBody.safeParse(body);
  if (problem.success) return new ApiError('problem', problem.data);
  const { status } = response;
  return new ApiError('problem', { status, code: CODE_OF[status] ?? 'unknown_error' });
}
