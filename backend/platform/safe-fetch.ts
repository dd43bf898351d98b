// Downloads from external addresses (SSRF protection): only hosts that the caller allows, never a machine of the own network,
// no redirects, limited bytes, limited time.
import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { fail, ok, type Result } from '../kernel/result.ts';
import { unrecorded } from './tracing.ts';

/**
 * Why nothing was, or could be, downloaded: `address_refused`, `redirected`, `too_large`, `timeout`, `aborted`,
 * `unreachable`, or `http_<status>`. The message holds nothing of the address, which may carry a signature.
 */
export interface DownloadFailure {
  code: string;
  message: string;
}

/** Breaks the stream of a download that turns out too large, too slow or cut off. */
class DownloadError extends Error {
  override readonly name = 'DownloadError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** One connection: to this address of the network, in the name of the URL's host. */
export interface Target {
  url: URL;
  address: string;
  signal: AbortSignal;
  /** Headers in addition to those of every download. */
  headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  status: number;
  /** Of the body in bytes, where the other side reports it. */
  length: number | null;
  body: ReadableStream<Uint8Array>;
}

export interface SafeFetchOptions {
  /** Names of hosts, each exact, or with a leading dot for every name below it: `.amazonaws.com`. */
  allowedHosts: readonly string[];
  /** The one origin that may be plain HTTP and are on this machine: a sandbox's. */
  allowHttpOrigin?: string;
  /** For all of it, the body included, in milliseconds. */
  timeoutMs: number;
  maxBytes: number;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  /** Addresses of a host. By default the system's resolver. */
  resolve?: (host: string) => Promise<readonly string[]>;
  connect?: (target: Target) => Promise<Answer>;
}

export type SafeFetch = (
  url: string,
  signal?: AbortSignal,
) => Promise<Result<ReadableStream<Uint8Array>, DownloadFailure>>;

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. Everything else is refused: private and shared networks, loopback,
 * link-local, multicast, and all that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

const isAllowedHost = (host: string, allowed: readonly string[]) =>
  allowed.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name));

const resolveBySystem = async (host: string) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Connects to the resolved address only: the name is not resolved again, which prevents DNS rebinding. The certificate has to
 * be the host's. `ca` are certificates in PEM to trust instead of the system's.
 */
export function connectPinned(
  { url, address, signal, headers }: Target,
  { ca }: { ca?: string } = {},
): Promise<Answer> {
  const family = ipaddr.parse(address).kind() === 'ipv4' ? 4 : 6;
  const { request } = url.protocol === 'https:' ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = request(url, {
    method: 'GET',
    headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity' },
    // A new connection: a pooled one could be connected to another address.
    agent: false,
    signal,
    lookup: (_host, { all }, report) => {
      if (all) report(null, [{ address, family }]);
      else report(null, address, family);
    },
    ...(ca === undefined ? {} : { ca }),
  });
  call.on('error', reject);
  call.on('response', (response) => {
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    resolve({
      status: response.statusCode ?? 0,
      length: Number.isFinite(length) ? length : null,
      body: Readable.toWeb(response) as unknown as ReadableStream<Uint8Array>,
    });
  });
  call.end();
  return promise;
}

/** The work's result, or the signal's reason if that is first. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

/** Counts the bytes, and aborts beyond `maxBytes`. */
const bounded = (maxBytes: number) => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new DownloadError('too_large', `More than ${maxBytes} bytes`);
      controller.enqueue(chunk);
    },
  });
};

/** The same bytes, with errors of the stream as the caller's error type. */
function named(
  body: ReadableStream<Uint8Array>,
  toFailure: (error: unknown) => DownloadFailure,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        const { code, message } = toFailure(error);
        controller.error(new DownloadError(code, message));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * Creates a client for downloads from external addresses. The answer's bytes are given as sent, not decompressed. A failure
 * before the first byte is a value; a later one aborts the stream with a `DownloadError`.
 *
 * An address has to be https on its default port, without user or password, of an allowed host, and every IP address of the
 * host must be public; the connection uses the first of these IP addresses.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { allowedHosts, allowHttpOrigin, timeoutMs, maxBytes, headers } = options;
  const { resolve = resolveBySystem, connect = connectPinned } = options;
  const refused = (message: string) => fail({ code: 'address_refused', message });

  async function addressOf(url: URL, limit: AbortSignal): Promise<Result<string, DownloadFailure>> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.username !== '' || url.password !== '') return refused('It names a user');
    const isOwn = allowHttpOrigin !== undefined && url.origin === new URL(allowHttpOrigin).origin;
    if (!isOwn && url.protocol !== 'https:') return refused('It is not https');
    if (!isOwn && url.port !== '') return refused('It names a port');
    if (!isOwn && !isAllowedHost(host, allowedHosts)) return refused('The host is not known');
    const addresses = ipaddr.isValid(host) ? [host] : await orAbort(resolve(host), limit);
    const [first] = addresses;
    if (first === undefined) return fail({ code: 'unreachable', message: 'No such host' });
    if (!isOwn && !addresses.every(isPublicAddress)) return refused('The host is not public');
    return ok(first);
  }

  return async (text, signal) => {
    if (!URL.canParse(text)) return refused('It is no address');
    const url = new URL(text);
    const timeout = AbortSignal.timeout(timeoutMs);
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const failureOf = (error: unknown): DownloadFailure => {
      if (error instanceof DownloadError) return { code: error.code, message: error.message };
      if (timeout.aborted) return { code: 'timeout', message: `Not done in ${timeoutMs} ms` };
      if (signal?.aborted) return { code: 'aborted', message: 'The caller stopped' };
      // Its message may contain the address.
      const name = error instanceof Error ? error.name : 'Error';
      return { code: 'unreachable', message: `No connection (${name})` };
    };
    const refuse = async (body: Answer['body'], failure: DownloadFailure) => {
      await body.cancel();
      return fail(failure);
    };
    try {
      const address = await addressOf(url, limit);
      if (!address.ok) return address;
      const target = { url, address: address.value, signal: limit, ...(headers && { headers }) };
      const { status, length, body } = await unrecorded(() => connect(target));
      const message = `HTTP ${status}`;
      if (status >= 300 && status < 400) return await refuse(body, { code: 'redirected', message });
      if (status !== 200) return await refuse(body, { code: `http_${status}`, message });
      if (length !== null && length > maxBytes) {
        return await refuse(body, { code: 'too_large', message: `More than ${maxBytes} bytes` });
      }
      return ok(named(body.pipeThrough(bounded(maxBytes)), failureOf));
    } catch (error) {
      return fail(failureOf(error));
    }
  };
}
