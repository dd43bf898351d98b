import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const pack = promisify(gzip);

/** A smaller answer fits in one packet anyway. */
const LEAST_CHARACTERS = 1_024;

/** Whether the caller accepts gzip; the last mention counts: `gzip;q=0` refuses it. */
const takesGzip = (headers: Headers): boolean =>
  (headers.get('accept-encoding') ?? '').split(',').some((entry) => {
    const [name = '', ...settings] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === 'gzip' && !settings.some((setting) => /^q=0(\.0*)?$/.test(setting));
  });

/**
 * A JSON answer, compressed if that is worthwhile and the caller accepts it. Runs off the main thread at the fastest level,
 * which reduces a page of a list to a sixth. Not for answers with a token or another secret: together with text chosen by
 * an attacker, their compressed length would reveal it (BREACH).
 */
export async function compressed(
  json: string,
  request: Headers,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  if (json.length < LEAST_CHARACTERS) return { body: json, headers: {} };
  const vary = { vary: 'accept-encoding' };
  if (!takesGzip(request)) return { body: json, headers: vary };
  const body = await pack(json, { level: constants.Z_BEST_SPEED });
  return { body: new Uint8Array(body), headers: { ...vary, 'content-encoding': 'gzip' } };
}
