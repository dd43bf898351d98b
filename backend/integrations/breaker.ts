// A circuit breaker: while a marketplace is down, calls that would only wait for a time-out are refused at once, and
// a probe now and then finds out whether it is back.
import {
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';
import { fail, type Result } from '../kernel/result.ts';
import { type CallFailure, CIRCUIT_OPEN, type IncomingAnswer } from './marketplace.ts';

type Answer = Result<IncomingAnswer, CallFailure>;

export interface BreakerSettings {
  /** Milliseconds before the first probe; each further one waits twice as long, up to `longestOpenMs`. */
  openMs?: number;
  longestOpenMs?: number;
}

export interface Breaker {
  /** Why a call of the account must not leave now; null: it may. */
  refusal(account: string): CallFailure | null;
  /** Makes the call, or refuses it while the circuit of the account is open. */
  run(account: string, call: () => Promise<Answer>): Promise<Answer>;
}

export interface BreakerMeans {
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Called when the circuit of an account opens or closes. */
  onChange: (account: string, isOpen: boolean) => void;
}

/** The circuit opens when this share of an account's last calls failed, of at least so many. */
const WINDOW = 20;
const FEWEST_CALLS = 8;
const FAILED_SHARE = 0.5;
const MAX_ACCOUNTS = 10_000;
/** When calls that are refused during a probe may be tried again, in milliseconds. */
const PROBE_MS = 1_000;

/** The server is not reachable: no answer, or the server's own fault. A refusal and a 429 are answers. */
function isDown(answer: Answer): boolean {
  const failure = answer.ok ? answer.value.failure : answer.error;
  return failure?.kind === 'unavailable' && failure.code !== 'aborted';
}

const isAborted = (answer: Answer) => !answer.ok && answer.error.code === 'aborted';

interface Circuit {
  policy: CircuitBreakerPolicy;
  probeAt: number;
}

/** One circuit for each account of a marketplace, as one account may fail alone. */
export function createBreaker(settings: BreakerSettings, means: BreakerMeans): Breaker {
  const { openMs = 5_000, longestOpenMs = 60_000 } = settings;
  const circuits = new Map<string, Circuit>();

  function make(account: string): Circuit {
    const isFault = (given: unknown) => {
      const answer = given as Answer;
      // An aborted probe has not shown that the server answers.
      return isDown(answer) || (policy.state === CircuitState.HalfOpen && isAborted(answer));
    };
    const policy: CircuitBreakerPolicy = circuitBreaker(handleWhenResult(isFault), {
      breaker: new CountBreaker({
        threshold: FAILED_SHARE,
        size: WINDOW,
        minimumNumberOfCalls: FEWEST_CALLS,
      }),
      halfOpenAfter: new DelegateBackoff(({ attempt }: { attempt: number }) => {
        const longest = Math.min(openMs * 2 ** (attempt - 1), longestOpenMs);
        // Spread, so that the processes do not all probe at once.
        const delay = longest * (0.75 + means.random() / 4);
        circuit.probeAt = means.elapsed() + delay;
        // The policy would use the machine's clock, which may be set back by minutes: `refusal` checks the time instead.
        return -Infinity;
      }),
    });
    const circuit: Circuit = { policy, probeAt: 0 };
    policy.onBreak(() => means.onChange(account, true));
    policy.onReset(() => means.onChange(account, false));
    return circuit;
  }

  function circuitOf(account: string): Circuit {
    const known = circuits.get(account);
    if (known !== undefined) return known;
    if (circuits.size >= MAX_ACCOUNTS) {
      for (const [name, { policy }] of circuits)
        if (policy.state === CircuitState.Closed) circuits.delete(name);
    }
    const circuit = make(account);
    circuits.set(account, circuit);
    return circuit;
  }

  const open = (retryAfterMs: number): CallFailure => ({
    kind: 'unavailable',
    code: CIRCUIT_OPEN,
    message: 'The marketplace does not answer; it is asked again later',
    retryAfterMs: Math.ceil(retryAfterMs),
  });

  function refusal(account: string): CallFailure | null {
    const { policy, probeAt } = circuitOf(account);
    if (policy.state === CircuitState.HalfOpen) return open(PROBE_MS);
    const openMs = probeAt - means.elapsed();
    return policy.state === CircuitState.Open && openMs > 0 ? open(openMs) : null;
  }

  return {
    refusal,
    async run(account, call) {
      const refused = refusal(account);
      return refused === null ? await circuitOf(account).policy.execute(call) : fail(refused);
    },
  };
}
