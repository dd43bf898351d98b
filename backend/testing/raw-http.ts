// Sends HTTP that violates the protocol.

export interface RawAnswer {
  /** Null: the connection was closed without an answer. */
  status: number | null;
  head: string;
  body: string;
}

const encoder = new TextEncoder();

export const bytesOf = (...parts: (string | Uint8Array)[]): Uint8Array => {
  const chunks = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const whole = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/** Whether writing or reading failed because the other side had enough. */
const isClosed = (error: unknown) =>
  error instanceof Deno.errors.BrokenPipe ||
  error instanceof Deno.errors.ConnectionReset ||
  error instanceof Deno.errors.ConnectionAborted ||
  error instanceof Deno.errors.NotConnected ||
  error instanceof Deno.errors.BadResource ||
  error instanceof Deno.errors.Interrupted;

async function write(socket: Deno.TcpConn, chunks: readonly Uint8Array[], pauseMs: number) {
  for (const [n, chunk] of chunks.entries()) {
    if (n > 0 && pauseMs > 0) await new Promise((wake) => setTimeout(wake, pauseMs));
    for (let sent = 0; sent < chunk.length; ) sent += await socket.write(chunk.subarray(sent));
  }
}

/** Whether these bytes are the whole of an answer, by its own account of its length. */
function isWhole(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

/** Reads until the answer is whole or the server closes. */
async function readAnswer(socket: Deno.TcpConn): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const buffer = new Uint8Array(16_384);
  try {
    for (;;) {
      const n = await socket.read(buffer);
      if (n === null) break;
      parts.push(buffer.slice(0, n));
      if (isWhole(bytesOf(...parts))) break;
    }
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
  return bytesOf(...parts);
}

/**
 * Sends raw bytes, optionally in pieces with pauses between them, and reads one answer.
 * @param halfClose closes the sending side at the end
 * @throws Error if the server neither answers nor closes within `patienceMs`
 */
export async function exchange(
  port: number,
  chunks: Uint8Array | readonly Uint8Array[],
  { halfClose = false, patienceMs = 10_000, pauseMs = 0 } = {},
): Promise<RawAnswer> {
  const socket = await Deno.connect({ hostname: '127.0.0.1', port });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer: the server hangs')), patienceMs);
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  const send = async () => {
    try {
      await write(socket, chunks instanceof Uint8Array ? [chunks] : chunks, pauseMs);
      if (halfClose) await socket.closeWrite();
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  };
  try {
    const sending = send();
    const answer = await Promise.race([readAnswer(socket), late.promise]);
    close();
    await sending;
    const text = new TextDecoder().decode(answer);
    const end = text.indexOf('\r\n\r\n');
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
    return {
      status: status === undefined ? null : Number(status),
      head: end < 0 ? text : text.slice(0, end),
      body: end < 0 ? '' : text.slice(end + 4),
    };
  } finally {
    clearTimeout(timer);
    close();
  }
}
