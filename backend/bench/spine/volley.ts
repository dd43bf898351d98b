// A sender with little overhead: requests are serialized in advance and sent over keep-alive connections, one at a time on
// each.
import { inLanes } from '../../testing/lanes.ts';

const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';
const decoder = new TextDecoder();

/** A serialized request. */
export function written(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Uint8Array {
  const content = new TextEncoder().encode(body);
  const lines = Object.entries({
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(content.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = new TextEncoder().encode(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const whole = new Uint8Array(head.length + content.length);
  whole.set(head);
  whole.set(content, head.length);
  return whole;
}

/** One connection, and what was read of the answer under way. */
class Line {
  readonly #socket: Deno.TcpConn;
  readonly #space = new Uint8Array(16 * 1024);

  constructor(socket: Deno.TcpConn) {
    this.#socket = socket;
  }

  /** Sends a request, and gives its whole answer. */
  async ask(request: Uint8Array): Promise<string> {
    for (let sent = 0; sent < request.length; )
      sent += await this.#socket.write(request.subarray(sent));
    let filled = 0;
    for (;;) {
      const read = await this.#socket.read(this.#space.subarray(filled));
      if (read === null) throw new Error('the installation hung up');
      filled += read;
      // Our own answers: their heads are in lower case, and all of them in ASCII.
      const text = decoder.decode(this.#space.subarray(0, filled));
      const head = text.indexOf(HEAD_END);
      if (head < 0) continue;
      const reported = text.indexOf(LENGTH);
      if (reported < 0 || reported > head) throw new Error(`an answer without a length: ${text}`);
      const length = Number.parseInt(text.slice(reported + LENGTH.length, head), 10);
      if (filled >= head + HEAD_END.length + length) return text;
    }
  }

  close(): void {
    this.#socket.close();
  }
}

/** Sends requests to one host as fast as it takes them, so many at once, and sees that it accepted each. */
export async function fire(
  url: URL,
  requests: readonly Uint8Array[],
  parallel: number,
): Promise<void> {
  const lines = await Promise.all(
    Array.from({ length: parallel }, async () => {
      const port = Number(url.port);
      return new Line(await Deno.connect({ hostname: url.hostname, port }));
    }),
  );
  const free = [...lines];
  try {
    await inLanes(requests, parallel, async (request) => {
      const line = free.pop()!;
      const answer = await line.ask(request);
      if (!answer.startsWith('HTTP/1.1 200') || !answer.includes('"accepted":true'))
        throw new Error(`a notification was not taken: ${answer}`);
      free.push(line);
    });
  } finally {
    for (const line of lines) line.close();
  }
}
