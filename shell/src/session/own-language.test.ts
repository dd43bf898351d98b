import { chooseLanguage } from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { type Api, ApiError, type Session } from '@primazia/kit';
import { describe, expect, it, rs } from '@rstest/core';
import { agreeOnLanguage, saveLanguage } from './own-language.ts';

const person = (over: Partial<Session> = {}) =>
  ({
    temporary: false,
    refreshToken: 'r1',
    locale: 'pt',
    localeChosen: false,
    mustChangePassword: false,
    ...over,
  }) as Session;

function agree(session: Session, theirs: Locale | null | undefined) {
  const call = rs.fn(async (..._call: unknown[]) => ({ locale: 'pt' }));
  agreeOnLanguage({ api: { call } as unknown as Api, session }, theirs);
  return { locale: session.locale, calls: call.mock.calls };
}

describe('the language of a person who signs in', () => {
  it('is what the person chose elsewhere, where it was only found out here', () =>
    expect(agree(person(), 'es')).toEqual({ locale: 'es', calls: [] }));

  it('is the one selected here', () =>
    expect(agree(person({ localeChosen: true }), 'es')).toEqual({ locale: 'pt', calls: [] }));

  it("is the user's own on a foreign device", () => {
    const session = () => person({ temporary: true, localeChosen: true });
    expect(agree(session(), 'es')).toEqual({ locale: 'es', calls: [] });
    expect(agree(session(), null)).toEqual({ locale: 'pt', calls: [] });
  });

  it('is sent to the server where it was chosen here first', () => {
    const calls = [[chooseLanguage, { body: { locale: 'pt' } }]];
    expect(agree(person({ localeChosen: true }), null)).toEqual({ locale: 'pt', calls });
    expect(agree(person(), null).calls).toEqual([]);
  });

  it('is kept if a server of the previous version reports none', () =>
    expect(agree(person(), undefined)).toEqual({ locale: 'pt', calls: [] }));

  it('is not sent where the person may not store it', () => {
    const chosen = { localeChosen: true };
    expect(agree(person({ ...chosen, refreshToken: null }), null).calls).toEqual([]);
    expect(agree(person({ ...chosen, mustChangePassword: true }), null).calls).toEqual([]);
  });

  it('that could not be sent does not disturb the page', async () => {
    const log = rs.spyOn(console, 'error').mockImplementation(() => {});
    const api = { call: () => Promise.reject(new ApiError('offline')) } as unknown as Api;
    saveLanguage({ api, session: person() }, 'en');
    await expect.poll(() => log.mock.calls.length).toBe(1);
    log.mockRestore();
  });
});
