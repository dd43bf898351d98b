import { join, sep } from 'node:path';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** The build puts a hash of the content into such names, so their content never changes. */
const HASHED = /\.[0-9a-f]{8,}\.[a-z0-9]+(\.map)?$/;

const FOREVER = 'public, max-age=31536000, immutable';
/** May be cached, but has to be revalidated each time; an unchanged file costs a 304. */
const ASK = 'no-cache';

/**
 * The path below a folder that the segments of a URL name; null where they name nothing that may be served: hidden
 * files, the folders above, or a separator smuggled in by an escape.
 */
export function readPath(pathname: string): string | null {
  const segments: string[] = [];
  for (const raw of pathname.split('/').filter((segment) => segment !== '')) {
    let segment: string;
    try {
      segment = decodeURIComponent(raw);
    } catch {
      // Not UTF-8: no file has such a name.
      return null;
    }
    if (segment.startsWith('.') || /[/\\\0]/.test(segment)) return null;
    segments.push(segment);
  }
  return segments.length === 0 ? null : segments.join('/');
}

function accepts(request: Request, coding: string): boolean {
  return (request.headers.get('accept-encoding') ?? '').split(',').some((entry) => {
    const [name, ...params] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !params.some((param) => /^q=0(\.0*)?$/.test(param));
  });
}

/** Whether the caller has what bears this tag. */
export const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === tag);

/** Opens a file of the folder; null if there is none, or a link leads out of the folder. */
async function openInside(folder: string, path: string): Promise<Deno.FsFile | null> {
  try {
    const real = await Deno.realPath(join(folder, path));
    if (!real.startsWith((await Deno.realPath(folder)) + sep)) return null;
    const file = await Deno.open(real);
    if ((await file.stat()).isFile) return file;
    file.close();
    return null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return null;
    }
    throw error;
  }
}

/**
 * Answers a GET or HEAD with a file of the folder: with the build's brotli copy if the caller accepts it, with 304 if the
 * caller has it. Null if there is no such file.
 * @param path below the folder, as `readPath` gives it
 */
export async function serveFile(
  folder: string,
  path: string,
  request: Request,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const plain = await openInside(folder, path);
  if (plain === null) return null;
  const packed = accepts(request, 'br') ? await openInside(folder, `${path}.br`) : null;
  if (packed !== null) plain.close();
  const file = packed ?? plain;
  const { mtime, size } = await file.stat();
  const tag = `"${(mtime?.getTime() ?? 0).toString(36)}-${size.toString(36)}${packed ? '-br' : ''}"`;
  const answer = {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': HASHED.test(path) ? FOREVER : ASK,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: tag,
    ...headers,
  };
  if (isKnown(request, tag)) {
    file.close();
    return new Response(null, { status: 304, headers: answer });
  }
  const whole = {
    ...answer,
    'content-length': String(size),
    ...(packed === null ? {} : { 'content-encoding': 'br' }),
  };
  if (request.method === 'HEAD') {
    file.close();
    return new Response(null, { headers: whole });
  }
  // The stream closes the file at its end, or when the caller disconnects.
  return new Response(file.readable, { headers: whole });
}
