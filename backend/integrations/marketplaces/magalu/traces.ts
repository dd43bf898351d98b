import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, PriceWrite } from '../../marketplace.ts';
import { decode, headersOf, inPath, Trace } from './wire.ts';

/** The severities of a trace that reports a fault. */
const FAULT = /^(?:error|critical|fatal)$/i;

/** The outcome of a write by its trace: without a fault it took effect. Only the price itself shows whether buyers see it. */
export function writeOf({ severity, code, message, description }: Trace): PriceWrite {
  if (severity === null || !FAULT.test(severity)) return { kind: 'done' };
  return {
    kind: 'refused',
    code: code ?? 'trace_error',
    message: message ?? description ?? 'Magalu did not apply the change',
  };
}

/** How a price write ended, by the trace that Magalu answered it with. */
export async function getPriceWrite(
  api: Fetcher,
  session: AccountSession,
  traceId: string,
): Promise<Result<PriceWrite, CallFailure>> {
  const trace = decode(
    await api({
      method: 'GET',
      operation: 'traces',
      path: `/v0/traces/${inPath(traceId)}`,
      headers: headersOf(session),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Trace,
    `the trace ${traceId}`,
  );
  if (trace.ok) return ok(writeOf(trace.value));
  // A trace appears some time after its write.
  return trace.error.kind === 'not_found' ? ok({ kind: 'pending' }) : trace;
}
