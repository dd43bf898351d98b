import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { editionOf, integrityOf } from './edition.ts';

/** A failure of the pricing module in the page. */
export type Trouble =
  /** Nothing. */
  | 'none'
  /** Connections for it are cut. */
  | 'dead'
  /** Its requests are not answered. */
  | 'silent'
  /** Its bytes are changed in transit. */
  | 'corrupt'
  /** It throws when it is run, as it was deployed. */
  | 'throws'
  /** It was deployed for a kit that does not run yet. */
  | 'too-new'
  /** Its page cannot render the server's answer. */
  | 'undrawable';

/** An incident as a page reports it. */
export interface Reported {
  module: string;
  version: string;
  build: string;
  failure: string;
  message: string;
  page: string;
}

interface RegistryEntry {
  name: string;
  version: string;
  build: string;
  entry: string;
  integrity: string;
  kit: string;
}

export interface TroubledServer {
  /** The origin of the product with the failure. */
  origin: string;
  trouble: Trouble;
  /** Changes every answer for a path that matches, as text. */
  rewrite: Map<RegExp, (text: string) => string>;
  /** Deploys the pricing module again, with one text changed: another build, beside the previous one. */
  deploy(before: string, after: string): Promise<void>;
  /** Removes all failures and changes. */
  heal(): void;
  /** Pages may run code of the user's machine, as in development. */
  allowsLocal: boolean;
  /** The incidents that pages reported, with what they were answered. */
  incidents: { report: Reported; recorded: boolean }[];
  close(): Promise<void>;
}

const MODULE = 'mfe-pricing';
const OWN = new RegExp(`^/modules/${MODULE}/`);
const THROWING = 'throw new Error("This build is broken.");';
/** Headers of one connection, or that are wrong for a changed body. */
const DROPPED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'etag'];

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const endToEnd = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.includes(name)));

/** With the browser's own headers, which decide the answer. */
function ask(address: URL, request: IncomingMessage, sent: Buffer): Promise<IncomingMessage> {
  const { 'if-none-match': _, ...headers } = endToEnd(request.headers);
  return new Promise((resolve, reject) => {
    const passed = httpRequest(
      address,
      { method: request.method ?? 'GET', headers: { ...headers, 'accept-encoding': 'identity' } },
      resolve,
    );
    passed.on('error', reject);
    passed.end(sent);
  });
}

/** The registry as a deploy with the failure would write it. */
function registryOf(text: string, trouble: Trouble): string {
  const list: RegistryEntry[] = JSON.parse(text);
  const change = (entry: RegistryEntry): RegistryEntry => {
    if (entry.name !== MODULE) return entry;
    if (trouble === 'throws') return { ...entry, integrity: integrityOf(THROWING) };
    return trouble === 'too-new' ? { ...entry, kit: '^99.0.0' } : entry;
  };
  return JSON.stringify(list.map(change));
}

const NEXT = 'f'.repeat(16);

/** Starts a proxy in front of the product, which applies the failure. */
export async function openTrouble(product: string): Promise<TroubledServer> {
  const target = new URL(product);
  const sockets = new Set<Socket>();
  /** The build that the next one is derived from; null: there is no next one. */
  let basis: string | null = null;

  async function deploy(before: string, after: string): Promise<void> {
    const listed = await fetch(new URL('/modules/registry.json', target));
    const list: RegistryEntry[] = await listed.json();
    const found = list.find(({ name }) => name === MODULE);
    if (found === undefined) throw new Error(`${MODULE} is not deployed`);
    const edition = editionOf(before, after);
    const next = {
      ...found,
      build: NEXT,
      entry: found.entry.replace(found.build, NEXT),
      integrity: integrityOf(edition.get('remoteEntry.js') ?? ''),
    };
    const relisted = JSON.stringify(list.map((one) => (one === found ? next : one)));
    basis = found.build;
    opened.rewrite.set(/^\/modules\/registry\.json/, () => relisted);
    for (const [file, text] of edition) {
      opened.rewrite.set(new RegExp(`^/modules/${MODULE}/${NEXT}/${file}$`), () => text);
    }
  }

  const opened: TroubledServer = {
    origin: '',
    trouble: 'none',
    rewrite: new Map(),
    allowsLocal: false,
    incidents: [],
    deploy,
    heal() {
      opened.trouble = 'none';
      opened.rewrite.clear();
      opened.allowsLocal = false;
      opened.incidents.length = 0;
      basis = null;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };

  function change(path: string, text: string): string {
    const { trouble } = opened;
    let changed = text;
    if (path.startsWith('/modules/registry.json')) changed = registryOf(changed, trouble);
    if (OWN.test(path) && path.endsWith('/remoteEntry.js')) {
      if (trouble === 'corrupt') changed += '\n// and something else';
      if (trouble === 'throws') changed = THROWING;
    }
    if (trouble === 'undrawable' && path.startsWith('/api/v2/rules/listings/query')) {
      changed = JSON.stringify({ ...JSON.parse(changed), content: [null] });
    }
    for (const [pattern, rewrite] of opened.rewrite) {
      if (pattern.test(path)) changed = rewrite(changed);
    }
    return changed;
  }

  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (OWN.test(path) && opened.trouble === 'dead') return void request.socket.destroy();
    if (OWN.test(path) && opened.trouble === 'silent') return;
    const sent = await bodyOf(request);
    const behind = basis === null ? path : path.replace(NEXT, basis);
    const answer = await ask(new URL(behind, target), request, sent);
    const text = /json|javascript|html/.test(answer.headers['content-type'] ?? '');
    const bytes = await bodyOf(answer);
    if (path === '/api/v1/incidents') {
      opened.incidents.push({
        report: JSON.parse(sent.toString()),
        recorded: JSON.parse(bytes.toString()).recorded === true,
      });
    }
    const headers = endToEnd(answer.headers);
    const policy = headers['content-security-policy'];
    if (opened.allowsLocal && policy !== undefined) {
      headers['content-security-policy'] = String(policy).replace(
        /(script-src|style-src|connect-src) /g,
        '$1 http://localhost:* ',
      );
    }
    response.writeHead(answer.statusCode ?? 502, headers);
    response.end(text ? change(path, bytes.toString()) : bytes);
  }

  const server = createServer((request, response) => {
    handOn(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // The live connection passes as it is.
  server.on('upgrade', (request, socket, head) => {
    const behind = connect(Number(target.port), target.hostname);
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    behind.write(head);
    behind.pipe(socket).pipe(behind);
    for (const end of [behind, socket]) end.on('error', () => end.destroy());
    sockets.add(behind);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  opened.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return opened;
}
