// The server of a sample ERP: three files, and a token for the person who is signed in to it. Plain Node.js, nothing installed.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ company: number, kid: string, issuer: string, email: string }} Registration what a company registered the ERP as */

const TOKEN_SECONDS = 60;
/** @type {Record<string, string>} */
const FILES = { '/': 'erp.html', '/erp.css': 'erp.css.txt', '/erp.js': 'erp.js' };
/** @type {Record<string, string>} */
const TYPES = { html: 'text/html; charset=utf-8', txt: 'text/css', js: 'text/javascript' };

const encode = (/** @type {object} */ part) =>
  Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * A JWT that vouches for a person, for one module, signed with the ERP's own key.
 * @param {import('node:crypto').KeyObject} key
 * @param {Registration} registration
 * @param {string} module
 */
function vouch(key, { kid, issuer, email }, module) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'primazia', iat: now, exp: now + TOKEN_SECONDS };
  const parts = [
    encode({ alg: 'ES256', typ: 'JWT', kid }),
    encode({ ...claims, jti: randomUUID(), email, module }),
  ].join('.');
  const signature = sign('sha256', Buffer.from(parts), { key, dsaEncoding: 'ieee-p1363' });
  return `${parts}.${signature.toString('base64url')}`;
}

/**
 * Starts the ERP.
 * @param {{ primazia: string, port?: number }} settings `primazia`: the origin of the product
 */
export async function startErp({ primazia, port = 0 }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** @type {Registration[]} */
  const registrations = [];
  let refuses = false;

  /**
   * @param {string} module
   * @param {number | null} company null: the first one that registered the ERP
   */
  async function tokenFor(module, company) {
    const registration = registrations.find((one) => company === null || one.company === company);
    if (registration === undefined || refuses) return null;
    const answer = await fetch(`${primazia}/api/auth/any-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: vouch(privateKey, registration, module) }),
    });
    if (!answer.ok) throw new Error(`any-token: ${answer.status} ${await answer.text()}`);
    const { token } = await answer.json();
    return token;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://erp');
    const answer = (
      /** @type {number} */ status,
      /** @type {string} */ type,
      /** @type {string} */ body,
    ) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    try {
      if (url.pathname === '/primazia-token') {
        const company = Number(url.searchParams.get('company')) || null;
        const token = await tokenFor(url.searchParams.get('module') ?? '', company);
        return answer(token === null ? 401 : 200, 'application/json', JSON.stringify({ token }));
      }
      const file = FILES[url.pathname];
      if (file === undefined) return answer(404, 'text/plain', 'Not found');
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      const type = TYPES[file.split('.').pop() ?? ''] ?? 'text/plain';
      return answer(200, type, text.replaceAll('__PRIMAZIA__', primazia));
    } catch (error) {
      console.error('The ERP failed:', error);
      return answer(500, 'text/plain', 'Failed');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The ERP has no port');
  return {
    origin: `http://localhost:${address.port}`,
    publicKey: publicKey.export({ format: 'jwk' }),
    /** Takes in what the company registered it as. */
    register: (/** @type {Registration} */ given) => {
      registrations.push(given);
    },
    /** Has the ERP hand out no tokens, or again. */
    refuse: (/** @type {boolean} */ now) => {
      refuses = now;
    },
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}
