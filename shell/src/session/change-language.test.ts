// @rstest-environment happy-dom
import { chooseLanguage } from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { beforeEach, describe, expect, it, rs } from '@rstest/core';
import { createBrowserHistory } from '@tanstack/react-router';
import { changeLanguage } from './change-language.ts';

const LIST = 'primazia.list.ads';
const history = createBrowserHistory();

function stage(speak: (locale: Locale) => Promise<void> = async () => {}) {
  const session = { locale: 'pt' as Locale, localeChosen: false, refreshToken: 'r1' };
  const call = rs.fn(async (..._call: unknown[]) => ({}));
  const restart = rs.fn(async () => {});
  const onFailure = rs.fn();
  const change = (locale: Locale) =>
    changeLanguage(
      {
        shell: { api: { call }, session, history, modules: { restart } } as unknown as Parameters<
          typeof changeLanguage
        >[0]['shell'],
        language: { speak },
        storage: localStorage,
        onFailure,
      },
      locale,
    );
  return { session, restart, onFailure, change, call };
}

beforeEach(() => {
  history.replace('/app/anuncios?filters=x&page=3&listingId=5', undefined, { ignoreBlocker: true });
  localStorage.clear();
  localStorage.setItem(LIST, '{"density":"regular"}');
  localStorage.setItem('primazia.sidebar', 'collapsed');
});

describe('another language', () => {
  it('clears what was chosen in lists, and begins the module again', async () => {
    const { session, restart, change } = stage();
    change('en');
    await expect.poll(() => restart.mock.calls.length).toBe(1);
    expect(session.locale).toBe('en');
    expect(localStorage.getItem(LIST)).toBeNull();
    expect(localStorage.getItem('primazia.sidebar')).toBe('collapsed');
    expect(location.pathname + location.search).toBe('/app/anuncios?listingId=5');
  });

  it('is kept in this browser as its choice, and with the person', async () => {
    const { session, call, change } = stage();
    change('en');
    await expect
      .poll(() => call.mock.calls)
      .toEqual([[chooseLanguage, { body: { locale: 'en' } }]]);
    expect(session.localeChosen).toBe(true);
  });

  it('that cannot be loaded changes nothing, with a notice', async () => {
    const lost = new Error('no network');
    const { session, restart, onFailure, change } = stage(() => Promise.reject(lost));
    change('es');
    await expect.poll(() => onFailure.mock.calls).toEqual([[lost]]);
    expect(session.locale).toBe('pt');
    expect(localStorage.getItem(LIST)).not.toBeNull();
    expect(location.search).toContain('page=3');
    expect(restart).not.toHaveBeenCalled();
  });

  it('calls the guards of unsaved work first, which may cancel', async () => {
    let mayLeave = false;
    const guard = rs.fn(() => !mayLeave);
    const release = history.block({ blockerFn: guard });
    const { session, restart, change } = stage();
    change('en');
    await expect.poll(() => guard.mock.calls.length).toBe(1);
    expect(session.locale).toBe('pt');
    mayLeave = true;
    change('en');
    await expect.poll(() => restart.mock.calls.length).toBe(1);
    expect(session.locale).toBe('en');
    expect(location.pathname, 'nobody is led away').toBe('/app/anuncios');
    release();
  });

  it('outside of the application changes only the texts', async () => {
    history.replace('/login?from=%2Fapp%3Fpage%3D2');
    const { session, restart, change } = stage();
    change('en');
    await expect.poll(() => session.locale).toBe('en');
    expect(location.search).toBe('?from=%2Fapp%3Fpage%3D2');
    expect(restart).not.toHaveBeenCalled();
  });

  it('that is spoken already changes nothing', () => {
    const { change } = stage();
    change('pt');
    expect(localStorage.getItem(LIST)).not.toBeNull();
  });
});
