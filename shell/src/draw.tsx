import { REGION, useSession } from '@primazia/kit';
import { KitProvider, openLanguage, type Texts, Toasts } from '@primazia/kit/shell';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { endSplash } from './brand/splash.ts';
import { HOME } from './navigation/return-path.ts';
import type { ShellRouter } from './router.tsx';
import { ShellContext, type ShellParts } from './shell-context.ts';

const texts: Texts = {
  pt: () => import('../locales/pt.json'),
  en: () => import('../locales/en.json'),
  es: () => import('../locales/es.json'),
  first: {
    pt: () => import('../locales/pt.json?first'),
    en: () => import('../locales/en.json?first'),
    es: () => import('../locales/es.json?first'),
  },
};

/** Sets the language of the page, for hyphenation, spelling and screen readers. */
function PageLanguage() {
  const { locale } = useSession();
  useEffect(() => {
    document.documentElement.lang = REGION[locale];
  }, [locale]);
  return null;
}

/** The session is restored and the first page is shown: nothing is left to wait for. */
function SplashEnd() {
  useEffect(endSplash, []);
  return null;
}

/**
 * Renders the shell's pages.
 * @throws the failure of loading their texts
 */
export async function draw(
  parts: Omit<ShellParts, 'language'>,
  router: ShellRouter,
): Promise<void> {
  const { session, api, live } = parts;
  const language = await openLanguage(session.locale, texts);
  const place = document.getElementById('primazia');
  if (place === null) throw new Error('The page has no place for the shell.');
  createRoot(place).render(
    <ShellContext value={{ ...parts, language }}>
      <KitProvider session={session} api={api} live={live} basePath={HOME} language={language}>
        <PageLanguage />
        <SplashEnd />
        <RouterProvider router={router} />
        <Toasts />
      </KitProvider>
    </ShellContext>,
  );
}
