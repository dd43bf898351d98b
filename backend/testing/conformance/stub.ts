// A marketplace that gives the answers set by a test and records the requests.

import { failureOfAnswer } from '../../integrations/answers.ts';
import type { Fetcher, IncomingAnswer, OutgoingCall } from '../../integrations/marketplace.ts';
import { ok } from '../../kernel/result.ts';

/** What a path is answered with: a body for a 200, or a status and a body. */
export type Scripted = { status: number; body: unknown } | { body: unknown };

function toAnswer(scripted: Scripted, call: OutgoingCall): IncomingAnswer {
  const status = 'status' in scripted ? scripted.status : 200;
  const answer = { status, body: scripted.body };
  return { ...answer, failure: failureOfAnswer(call, answer, null) };
}

/** `script` answers by `METHOD path`; what it does not name is a 404. */
export function stub(script: Record<string, Scripted | Scripted[]>) {
  const calls: OutgoingCall[] = [];
  const fetcher: Fetcher = (call) => {
    const key = `${call.method} ${call.path}`;
    const scripted = script[key];
    const nth = calls.filter((one) => `${one.method} ${one.path}` === key).length;
    calls.push(call);
    const one = Array.isArray(scripted) ? scripted[Math.min(nth, scripted.length - 1)] : scripted;
    return Promise.resolve(
      ok(toAnswer(one ?? { status: 404, body: { error: 'not_found' } }, call)),
    );
  };
  return { fetcher, calls, paths: () => calls.map((call) => `${call.method} ${call.path}`) };
}
