import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import type { EmbedOptions, TokenRequest } from '../embedding.ts';
import { type HostSession, keepHostSession } from './host-session.ts';

const LIFE_S = 900;

/** A token with the claims that a page reads. */
const tokenOf = (company: number, nth = 1) =>
  `h.${btoa(JSON.stringify({ company, iat: 1000, exp: 1000 + LIFE_S, nth }))}.s`;

const optionsOf = (over: Partial<EmbedOptions> = {}): EmbedOptions => ({
  version: '1.0.0',
  build: 'b',
  company: 7,
  token: tokenOf(7),
  locale: 'pt-BR',
  theme: 'light',
  baseUrl: 'https://app.example',
  syncUrl: null,
  onEvent: () => {},
  ...over,
});

let sessions: HostSession[] = [];
const open = (options: EmbedOptions) => {
  const host = keepHostSession('mfe-test', options);
  sessions.push(host);
  return host;
};

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  for (const host of sessions) host.close();
  sessions = [];
  rs.useRealTimers();
});

describe('the session of an element', () => {
  it('has the claims of its token', () => {
    const { session } = open(optionsOf({ company: null, token: tokenOf(9) }));
    expect(session).toMatchObject({ companyId: 9, locale: 'pt', expired: false });
  });

  it('requests a token before its expiry, in proportion to its lifetime', async () => {
    const requests: TokenRequest[] = [];
    const refreshToken = async (request: TokenRequest) => {
      requests.push(request);
      return tokenOf(7, 2);
    };
    const { session } = open(optionsOf({ refreshToken }));
    await rs.advanceTimersByTimeAsync(LIFE_S * 1000 * 0.79);
    expect(requests).toEqual([]);
    await rs.advanceTimersByTimeAsync(LIFE_S * 1000 * 0.02);
    expect(requests).toEqual([{ reason: 'ending', module: 'mfe-test', company: 7 }]);
    expect(session.token).toBe(tokenOf(7, 2));
  });

  it('requests once for concurrent uses', async () => {
    const refreshToken = rs.fn(async () => tokenOf(7, 2));
    const { renew } = open(optionsOf({ refreshToken }));
    const answers = await Promise.all([renew('refused'), renew('refused'), renew('ending')]);
    expect(answers).toEqual([true, true, true]);
    expect(refreshToken).toHaveBeenCalledTimes(1);
  });

  const FAILURES: [string, () => Promise<string>, string][] = [
    ['throws', () => Promise.reject(new Error('the host is down')), 'session-ended'],
    ['gives nothing', async () => '', 'session-ended'],
    [
      'gives the answer around it',
      async () => JSON.stringify({ token: tokenOf(7) }),
      'session-ended',
    ],
    ['never answers', () => new Promise<string>(() => {}), 'session-ended'],
    ['gives one of another company', async () => tokenOf(8), 'other-company'],
  ];
  it.each(FAILURES)(
    'reports where the host %s, and is well again with the next token',
    async (_what, refreshToken, refused) => {
      const reported = rs.spyOn(console, 'error').mockImplementation(() => {});
      const host = open(optionsOf({ refreshToken }));
      const renewing = host.renew('refused');
      await rs.advanceTimersByTimeAsync(30_000);
      expect(await renewing).toBe(false);
      expect(host.state.refused).toBe(refused);
      expect(host.session.token).toBe(tokenOf(7));
      const before = optionsOf({ refreshToken });
      host.update({ ...before, token: tokenOf(7, 3) }, before);
      expect(host.session.token).toBe(tokenOf(7, 3));
      expect(host.state.refused).toBeNull();
      reported.mockRestore();
    },
  );

  it('emits an event without a callback, and uses the attribute as the answer', async () => {
    const events: unknown[] = [];
    const options = optionsOf({
      token: null,
      onEvent: (name, detail) => events.push([name, detail]),
    });
    const host = open(options);
    await rs.advanceTimersByTimeAsync(0);
    expect(events).toEqual([
      ['token-needed', { reason: 'missing', module: 'mfe-test', company: 7 }],
    ]);
    const waiting = host.renew('refused');
    host.update({ ...options, token: tokenOf(7) }, options);
    expect(await waiting).toBe(true);
    expect(host.session.token).toBe(tokenOf(7));
  });

  it.each([
    ['while it waits', 0],
    ['after it gave up', 30_000],
  ])('asks a callback that its host sets %s', async (_when, wait) => {
    const options = optionsOf({ token: null });
    const host = open(options);
    await rs.advanceTimersByTimeAsync(wait);
    expect(host.state.refused).toBe(wait === 0 ? null : 'session-ended');
    host.update({ ...options, refreshToken: async () => tokenOf(7) }, options);
    await rs.advanceTimersByTimeAsync(0);
    expect(host.session.token).toBe(tokenOf(7));
    expect(host.state.refused).toBeNull();
  });

  it('stays ended if its tokens are refused, until a retry', async () => {
    let nth = 1;
    const host = open(optionsOf({ refreshToken: async () => tokenOf(7, ++nth) }));
    host.session.expired = true;
    expect(await host.renew('refused')).toBe(true);
    expect(host.session).toMatchObject({ token: tokenOf(7, 2), expired: true });
    await host.again();
    expect(host.session).toMatchObject({ token: tokenOf(7, 3), expired: false });
  });

  it('never uses the token of another company', async () => {
    const refreshToken = rs.fn(async () => tokenOf(7, 2));
    const { session } = open(optionsOf({ token: tokenOf(8), refreshToken }));
    expect(session.token).toBeNull();
    await rs.advanceTimersByTimeAsync(0);
    expect(refreshToken).toHaveBeenCalledWith({
      reason: 'other-company',
      module: 'mfe-test',
      company: 7,
    });
    expect(session.token).toBe(tokenOf(7, 2));
  });

  it('cleans up completely', async () => {
    const refreshToken = () => new Promise<string>(() => {});
    const host = open(optionsOf({ refreshToken }));
    const renewing = host.renew('refused');
    await rs.advanceTimersByTimeAsync(0);
    host.close();
    expect(await renewing).toBe(false);
    expect(rs.getTimerCount()).toBe(0);
  });
});
