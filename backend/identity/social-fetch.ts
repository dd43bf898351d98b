import type { CustomFetch } from 'openid-client';

/** Discovery documents and key sets have some kilobytes. */
const MAX_BYTES = 512 * 1024;

/** A provider's document leads to a host that the settings do not name. */
export class ForeignHostError extends Error {
  override readonly name = 'ForeignHostError';
  constructor(readonly host: string) {
    super(`the host ${host} is not among those of the provider`);
  }
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // Leaving the loop cancels what else would come.
    if (size > MAX_BYTES) throw new Error(`the provider's answer has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Creates the client for requests to a provider: only to these hosts (`name` or `name:port`), without redirects to others, and
 * with a limit on the size of answers. The library ensures https and timeouts.
 */
export const fetchFrom =
  (hosts: readonly string[]): CustomFetch =>
  async (url, { body, ...options }) => {
    const { host } = new URL(url);
    if (!hosts.includes(host)) throw new ForeignHostError(host);
    const response = await fetch(url, {
      ...options,
      ...(body === undefined || body === null ? {} : { body: body as BodyInit }),
      redirect: 'manual',
    });
    const { status, headers } = response;
    const bytes = await bytesOf(response);
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers });
  };
