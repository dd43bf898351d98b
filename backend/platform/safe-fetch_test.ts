import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import {
  type Answer,
  connectPinned,
  createSafeFetch,
  isPublicAddress,
  type SafeFetchOptions,
  type Target,
} from './safe-fetch.ts';

/** Of `reports.example.test`, trusted by this test only. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgzCCASigAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRyZXBvcnRz
LmV4YW1wbGUudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFow
HzEdMBsGA1UEAwwUcmVwb3J0cy5leGFtcGxlLnRlc3QwWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAATNCQk73GmY3bjfhEKJEeTkFvLB4+c06n+jEDxDJsywDhgTDt/6
qTer3SjJ82OSNDV3C7S9SZTqn/dhc0eN3bfpo1MwUTAfBgNVHREEGDAWghRyZXBv
cnRzLmV4YW1wbGUudGVzdDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRKcdn4
oPRo+tTNvhp9oRG5G2bHyDAKBggqhkjOPQQDAgNJADBGAiEAtK7Kush26bCqAoGx
HJ15/+HUfr0rfI2NII87VlPesEACIQDdEycBYl3EcOdDO3Z7TjaNKlPLY5iUlVoH
TBS/dFOtNg==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbFTr6T66Qs9qTRxx
ov5nK6LHwSXgwcuoqppDCvaXQb2hRANCAATNCQk73GmY3bjfhEKJEeTkFvLB4+c0
6n+jEDxDJsywDhgTDt/6qTer3SjJ82OSNDV3C7S9SZTqn/dhc0eN3bfp
-----END PRIVATE KEY-----
`;

const PUBLIC = '203.0.114.7';
const LIMITS = { timeoutMs: 5_000, maxBytes: 100_000 };

/** Addresses of callers and answers of resolvers that try to reach the internal network. */
const HOSTILE: [url: string, resolves?: string][] = [
  // Names that resemble allowed ones.
  ['https://evil.example/'],
  ['https://reports.example.test.evil.example/'],
  ['https://evilreports.example.test/'],
  ['https://example.test/'],
  ['https://reports.example.test./'],
  ['https://reports.example.test%2eevil.example/'],
  ['https://reports.example.test@evil.example/'],
  ['https://reports.example.test:443@evil.example/'],
  ['https://evil.example\\@reports.example.test/'],
  ['https://evil.example#@reports.example.test/'],
  ['https://evil。example/'],
  ['https://localhost/'],
  ['https://localhost.localdomain/'],
  ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
  ['https://amazonaws.test/'],
  // Allowed names in a form that is not allowed.
  ['http://reports.example.test/'],
  ['https://reports.example.test:8443/'],
  ['https://reports.example.test:22/'],
  ['https://user@reports.example.test/'],
  ['https://user:password@reports.example.test/'],
  ['https://:password@reports.example.test/'],
  ['ftp://reports.example.test/'],
  ['file:///etc/passwd'],
  ['data:text/plain,x'],
  ['blob:https://reports.example.test/x'],
  ['gopher://reports.example.test/'],
  ['//reports.example.test/'],
  ['reports.example.test'],
  [''],
  // IP addresses in every form that a parser accepts.
  ['https://127.0.0.1/'],
  ['https://127.1/'],
  ['https://127.0.1/'],
  ['https://2130706433/'],
  ['https://0x7f000001/'],
  ['https://0x7f.0.0.1/'],
  ['https://0177.0.0.1/'],
  ['https://017700000001/'],
  ['https://127.0.0.1./'],
  ['https://127。0。0。1/'],
  ['https://①②⑦.⓪.⓪.①/'],
  ['https://0/'],
  ['https://[::1]/'],
  ['https://[::]/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[::ffff:7f00:1]/'],
  ['https://[0:0:0:0:0:ffff:127.0.0.1]/'],
  ['https://[fe80::1%25lo]/'],
  ['https://[fe80::1]/'],
  ['https://169.254.169.254/latest/meta-data/'],
  // An allowed name whose resolver answers with an internal address.
  ['https://reports.example.test/', '127.0.0.1'],
  ['https://reports.example.test/', '0.0.0.0'],
  ['https://reports.example.test/', '10.0.0.5'],
  ['https://reports.example.test/', '172.16.0.1'],
  ['https://reports.example.test/', '192.168.1.1'],
  ['https://reports.example.test/', '169.254.169.254'],
  ['https://reports.example.test/', '100.64.0.1'],
  ['https://reports.example.test/', '198.18.0.1'],
  ['https://reports.example.test/', '224.0.0.1'],
  ['https://reports.example.test/', '255.255.255.255'],
  ['https://reports.example.test/', '::1'],
  ['https://reports.example.test/', '::ffff:10.0.0.1'],
  ['https://reports.example.test/', '::127.0.0.1'],
  ['https://reports.example.test/', '64:ff9b::7f00:1'],
  ['https://reports.example.test/', '64:ff9b:1::7f00:1'],
  ['https://reports.example.test/', '2002:7f00:1::'],
  ['https://reports.example.test/', '2001:0:7f00:1::'],
  ['https://reports.example.test/', 'fc00::1'],
  ['https://reports.example.test/', 'fec0::1'],
  ['https://reports.example.test/', 'ff02::1'],
  ['https://reports.example.test/', 'not an address'],
  ['https://bucket.s3.amazonaws.test/', `${PUBLIC},10.0.0.1`],
];

describe('a download from an external address', () => {
  let inside: Deno.HttpServer<Deno.NetAddr>;
  let calls: string[];
  let dialled: string[];
  const large = new Uint8Array(150_000);

  beforeAll(() => {
    inside = Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
      (request) => {
        const { pathname } = new URL(request.url);
        calls.push(`${request.headers.get('host')}${pathname}`);
        if (pathname === '/moved') {
          return new Response(null, { status: 302, headers: { location: '/inside' } });
        }
        if (pathname === '/missing') return new Response('no', { status: 404 });
        if (pathname === '/large') return new Response(large);
        if (pathname === '/endless') {
          return new Response(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(16_384)),
            }),
          );
        }
        if (pathname === '/silent') {
          return new Response(
            new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }),
          );
        }
        return new Response('a report');
      },
    );
  });
  afterAll(() => inside.shutdown());
  beforeEach(() => {
    calls = [];
    dialled = [];
  });

  /** Really connects, but always to the server of this test. */
  const connect = (target: Target): Promise<Answer> => {
    dialled.push(target.address);
    const url = new URL(`http://${target.url.hostname}:${inside.addr.port}`);
    url.pathname = target.url.pathname;
    return connectPinned({ ...target, url, address: '127.0.0.1' });
  };
  const safeFetch = (more: Partial<SafeFetchOptions> = {}) =>
    createSafeFetch({
      allowedHosts: ['reports.example.test', '.amazonaws.test'],
      resolve: () => Promise.resolve([PUBLIC]),
      connect,
      ...LIMITS,
      ...more,
    });
  const failureOf = async (work: ReturnType<ReturnType<typeof safeFetch>>) => {
    const answer = await work;
    return answer.ok ? 'ok' : answer.error.code;
  };
  const textOf = async (work: ReturnType<ReturnType<typeof safeFetch>>) => {
    const answer = await work;
    assert.ok(answer.ok);
    return await new Response(answer.value).text();
  };

  it(`calls no one for ${HOSTILE.length} hostile addresses`, async () => {
    assert.ok(HOSTILE.length >= 60);
    for (const [url, resolves = PUBLIC] of HOSTILE) {
      const resolve = () => Promise.resolve(resolves.split(','));
      assert.equal(
        await failureOf(safeFetch({ resolve })(url)),
        'address_refused',
        `${url} ${resolves}`,
      );
    }
    assert.deepEqual([calls, dialled], [[], []]);
  });

  it('reads what an allowed host answers, at its first address', async () => {
    const resolve = () => Promise.resolve([PUBLIC, '2606:4700::1111']);
    const url = 'https://bucket.s3.amazonaws.test/report?X-Signature=1';
    assert.equal(await textOf(safeFetch({ resolve })(url)), 'a report');
    assert.deepEqual(dialled, [PUBLIC]);
  });

  it('resolves the name once, so that a second answer is never used', async () => {
    const answers = [[PUBLIC], ['127.0.0.1'], ['127.0.0.1']];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    assert.equal(
      await textOf(safeFetch({ resolve })('https://reports.example.test/x')),
      'a report',
    );
    assert.deepEqual([dialled, answers.length], [[PUBLIC], 2]);
  });

  it('follows no redirect', async () => {
    assert.equal(await failureOf(safeFetch()('https://reports.example.test/moved')), 'redirected');
    assert.equal(calls.length, 1);
  });

  it('names what the other side refuses', async () => {
    assert.equal(await failureOf(safeFetch()('https://reports.example.test/missing')), 'http_404');
  });

  it('breaks off what is too large, whether that is announced or not', async () => {
    assert.equal(await failureOf(safeFetch()('https://reports.example.test/large')), 'too_large');
    await assert.rejects(textOf(safeFetch()('https://reports.example.test/endless')), {
      name: 'DownloadError',
      code: 'too_large',
    });
  });

  it('waits no longer than it may, for the answer, the body or the resolver', async () => {
    const hasty = safeFetch({ timeoutMs: 200 });
    await assert.rejects(textOf(hasty('https://reports.example.test/silent')), { code: 'timeout' });
    const { promise } = Promise.withResolvers<string[]>();
    const lost = safeFetch({ timeoutMs: 200, resolve: () => promise });
    assert.equal(await failureOf(lost('https://reports.example.test/')), 'timeout');
  });

  it('stops when the caller does', async () => {
    const stop = new AbortController();
    const { promise } = Promise.withResolvers<string[]>();
    const download = safeFetch({ resolve: () => promise })(
      'https://reports.example.test/',
      stop.signal,
    );
    stop.abort();
    assert.equal(await failureOf(download), 'aborted');
  });

  it('reveals nothing of an address that cannot be reached', async () => {
    const resolve = () => Promise.reject(new Error('queryA ENOTFOUND reports.example.test'));
    const answer = await safeFetch({ resolve })('https://reports.example.test/?X-Signature=secret');
    assert.deepEqual(answer, {
      ok: false,
      error: { code: 'unreachable', message: 'No connection (Error)' },
    });
  });

  it('reaches a sandbox on this machine, at its very origin', async () => {
    const origin = `http://127.0.0.1:${inside.addr.port}`;
    const sandboxed = createSafeFetch({
      allowedHosts: [],
      allowHttpOrigin: `${origin}/api`,
      ...LIMITS,
    });
    assert.equal(await textOf(sandboxed(`${origin}/report`)), 'a report');
    for (const url of [
      `http://127.0.0.1:${inside.addr.port + 1}/report`,
      `http://localhost:${inside.addr.port}/report`,
      `https://127.0.0.1:${inside.addr.port}/report`,
    ]) {
      assert.equal(await failureOf(sandboxed(url)), 'address_refused', url);
    }
    assert.equal(calls.length, 1);
  });

  it('distinguishes public addresses from all others', () => {
    for (const address of ['8.8.8.8', '203.0.114.7', '2606:4700::1111', '2a00:1450:4001::200e']) {
      assert.equal(isPublicAddress(address), true, address);
    }
    for (const address of [
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '2001:db8::1',
    ]) {
      assert.equal(isPublicAddress(address), false, address);
    }
  });

  describe('over TLS', () => {
    let server: Deno.HttpServer<Deno.NetAddr>;
    beforeAll(() => {
      server = Deno.serve(
        {
          port: 0,
          hostname: '127.0.0.1',
          cert: CERTIFICATE,
          key: KEY,
          onListen: () => undefined,
        },
        (request) => new Response(request.headers.get('host')),
      );
    });
    afterAll(() => server.shutdown());
    const dial = (host: string, ca?: string) =>
      connectPinned(
        {
          url: new URL(`https://${host}:${server.addr.port}/`),
          address: '127.0.0.1',
          signal: AbortSignal.timeout(5_000),
        },
        ca === undefined ? {} : { ca },
      );

    it('connects to the checked address, with the name of the host', async () => {
      const { status, body } = await dial('reports.example.test', CERTIFICATE);
      assert.equal(status, 200);
      assert.equal(await new Response(body).text(), `reports.example.test:${server.addr.port}`);
    });

    it("accepts only the host's certificate, from a trusted authority", async () => {
      await assert.rejects(dial('bucket.s3.amazonaws.test', CERTIFICATE), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
      await assert.rejects(dial('reports.example.test'), /certificate|self.signed|UnknownIssuer/i);
    });
  });
});
