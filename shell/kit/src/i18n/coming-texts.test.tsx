import { afterAll, afterEach, beforeAll, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Stage } from '../../testing/index.ts';
import { fetchDeferred } from '../deferred/deferred.tsx';
import { lazily } from '../deferred/lazily.tsx';
import { ErrorBoundary } from '../module/error-boundary.tsx';
import { type Language, openLanguage, useTranslation } from './i18n.ts';

/** An app with its first texts; the test decides when the others load, or fail. */
async function openApp() {
  let settle = { bring: () => {}, fail: () => {} };
  const all = rs.fn(
    () =>
      new Promise<{ default: object }>((resolve, reject) => {
        settle = {
          bring: () => resolve({ default: { hello: 'Olá', more: 'Mais' } }),
          fail: () => reject(new TypeError('no answer')),
        };
      }),
  );
  const first = async () => ({ default: { hello: 'Olá' } });
  const language = await openLanguage('pt', {
    ...{ pt: all, en: all, es: all },
    first: { pt: first, en: first, es: first },
  });
  return {
    language,
    all,
    bring: () => act(async () => settle.bring()),
    fail: () => act(async () => settle.fail()),
  };
}

// All at once: if the deferred texts are loaded, an app starts with all its texts.
const apps = {
  ours: openApp(),
  hanging: openApp(),
  breaking: openApp(),
  complete: openApp(),
  lacking: openApp(),
  ended: openApp(),
};

function More() {
  const { t } = useTranslation();
  return <p>says {t('more')}</p>;
}

function Hello({ rendered }: { rendered: () => void }) {
  const { t } = useTranslation();
  rendered();
  return <p>{t('hello')}</p>;
}

function draw({ i18n }: Language) {
  const Late = lazily(async () => More, <p>soon</p>);
  return act(async () =>
    render(
      <Stage>
        <ErrorBoundary name="a part" onRetry={() => {}}>
          <I18nextProvider i18n={i18n}>
            <Late />
          </I18nextProvider>
        </ErrorBoundary>
      </Stage>,
    ),
  );
}

const pass = (ms: number) => act(() => rs.advanceTimersByTimeAsync(ms));

beforeAll(() => {
  rs.useFakeTimers();
  rs.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(cleanup);
afterAll(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
});

it('are what a part of the app waits for, and not those of another app', async () => {
  const { language, all, bring } = await apps.ours;
  const hanging = await apps.hanging;
  await draw(language);
  expect(screen.getByText('soon')).toBeTruthy();
  expect(hanging.all).toHaveBeenCalledTimes(1);
  await bring();
  expect(screen.getByText('says Mais')).toBeTruthy();
  expect(all).toHaveBeenCalledTimes(1);
  hanging.language.end();
});

it('that do not load are reported where they are needed, and requested again', async () => {
  const { language, all, bring, fail } = await apps.breaking;
  const log = rs.spyOn(console, 'error').mockImplementation(() => {});
  await draw(language);
  expect(language.i18n.t('more')).toBe('');
  await fail();
  expect(language.i18n.t('more')).toBe('more');
  log.mockRestore();
  const retry = screen.getByRole('button', { name: 'Tentar de novo' });
  await pass(10_000);
  expect(all).toHaveBeenCalledTimes(2);
  await bring();
  expect(language.i18n.t('more')).toBe('Mais');
  await act(async () => retry.click());
  expect(screen.getByText('says Mais')).toBeTruthy();
});

it('render a page again only if it lacks one of them', async () => {
  const [complete, lacking] = [await apps.complete, await apps.lacking];
  const rendered = rs.fn();
  const show = ({ i18n }: Language, part: ReactNode) =>
    act(async () => render(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>));
  await show(complete.language, <Hello rendered={rendered} />);
  await show(lacking.language, <More />);
  rendered.mockClear();
  void fetchDeferred();
  await complete.bring();
  await lacking.bring();
  expect(complete.language.i18n.t('more')).toBe('Mais');
  expect(rendered).not.toHaveBeenCalled();
  expect(screen.getByText('says Mais')).toBeTruthy();
});

it('are not requested once the app has ended', async () => {
  const { language, all } = await apps.ended;
  // The other tests of this file requested it.
  const before = all.mock.calls.length;
  language.end();
  await fetchDeferred();
  await pass(60_000);
  expect(all).toHaveBeenCalledTimes(before);
});
