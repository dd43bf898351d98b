/** What belongs to one connection and not to the message (RFC 9110, 7.6.1), and what must not cross over. */
const NOT_FORWARDED = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'cookie',
  'set-cookie',
  'authorization',
];

function forwarded(from: Headers): Headers {
  const named = (from.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const headers = new Headers(from);
  for (const name of [...NOT_FORWARDED, ...named]) if (name !== '') headers.delete(name);
  return headers;
}

/** Forwards a GET or HEAD to another server and streams its answer. 502 if no server answers there. */
export async function passOn(request: Request, address: URL): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: request.method,
      headers: forwarded(request.headers),
      redirect: 'manual',
      signal: request.signal,
    });
  } catch {
    // The client disconnected, as a browser that leaves a page: not an error.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    return new Response('The sandbox does not answer.\n', {
      status: 502,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const headers = forwarded(answer.headers);
  // fetch has unpacked the body already.
  if (headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  return new Response(answer.body, { status: answer.status, headers });
}
