// A load balancer before several APIs: each call goes to the next one that accepts it.

export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

const LIMIT_MS = 5_000;

/** `targets` are the APIs' addresses; one that is down is skipped. */
export function openBalancer(targets: () => readonly string[]): Balancer {
  let turn = 0;
  const server = Deno.serve(
    { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const urls = targets();
      turn += 1;
      for (let n = 0; n < urls.length; n++) {
        const url = urls[(turn + n) % urls.length]!;
        try {
          const answer = await fetch(url + pathname + search, {
            method: request.method,
            headers: request.headers,
            body: request.method === 'GET' ? null : body,
            signal: AbortSignal.timeout(LIMIT_MS),
          });
          const text = await answer.text();
          return new Response(text, { status: answer.status });
        } catch (error) {
          // Connection refused: it is down, and the next one gets the call. After a broken answer the caller has to retry.
          if (!isRefused(error)) return new Response(null, { status: 502 });
        }
      }
      return new Response(null, { status: 503 });
    },
  );
  return { url: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

const isRefused = (error: unknown) =>
  error instanceof TypeError && /refused/i.test(`${error.message} ${String(error.cause ?? '')}`);
