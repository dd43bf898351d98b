import type { Fault, ProblemBody } from '@primazia/backend/kernel/problem';

export type ApiErrorKind =
  /** The caller cancelled the call: nothing is reported. */
  | 'canceled'
  /** No answer came. */
  | 'offline'
  /** The server answered that it cannot. */
  | 'problem';

/** One of several things that went wrong at once. */
export interface Detail {
  code: string;
  /** The server's own words. */
  text: string | null;
}

/** The only thing that `api.call` throws. `code` is what a page translates. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly values: NonNullable<ProblemBody['values']>;
  /** The text that the server sent for the user, in the language of the call; null where it sent none. */
  readonly text: string | null;
  readonly level: ProblemBody['level'];
  readonly remedy: ProblemBody['remedy'];
  readonly requestId: string | null;
  /** Where the server named several things; they say more than `code`. */
  readonly details: readonly Detail[];

  constructor(
    kind: ApiErrorKind,
    problem: Partial<
      Omit<ProblemBody, 'type' | 'title'> & {
        details: readonly Detail[];
      }
    > = {},
  ) {
    super(problem.detail ?? problem.code ?? kind);
    this.kind = kind;
    this.status = problem.status ?? 0;
    this.code = problem.code ?? kind;
    this.faults = problem.faults ?? [];
    this.values = problem.values ?? {};
    this.text = problem.text ?? null;
    this.level = problem.level;
    this.remedy = problem.remedy;
    this.requestId = problem.requestId ?? null;
    this.details = problem.details ?? [];
  }
}

const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** The outcome of the call is unknown: no answer came, or a proxy between us and the server gave up on it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'offline' || error.status === BAD_GATEWAY || error.status === GATEWAY_TIMEOUT);

const UNAVAILABLE: readonly string[] = ['maintenance', 'service_not_available'];

/** The server is closed for a while or too busy: nothing was done. (A marketplace that is closed has another code.) */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && UNAVAILABLE.includes(error.code);
