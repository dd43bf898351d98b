import type { Fault, ProblemBody } from '@primazia/backend/kernel/problem';

export type ApiErrorKind =
  /** The caller gave up: nothing to tell anybody. */
  | 'canceled'
  /** No answer came. */
  | 'offline'
  /** The server answered that it cannot. */
  | 'problem';

/** The only thing that `api.call` throws. `code` is what a page translates. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly values: NonNullable<ProblemBody['values']>;
  readonly requestId: string | null;

  constructor(
    kind: ApiErrorKind,
    problem: Partial<
      Pick<ProblemBody, 'status' | 'code' | 'detail' | 'faults' | 'values' | 'requestId'>
    > = {},
  ) {
    super(problem.detail ?? problem.code ?? kind);
    this.kind = kind;
    this.status = problem.status ?? 0;
    this.code = problem.code ?? kind;
    this.faults = problem.faults ?? [];
    this.values = problem.values ?? {};
    this.requestId = problem.requestId ?? null;
  }
}
