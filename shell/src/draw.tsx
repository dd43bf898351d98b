import { KitProvider, REGION, Toasts, useSession } from '@primazia/kit';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import en from '../locales/en.json';
import es from '../locales/es.json';
import pt from '../locales/pt.json';
import { HOME } from './navigation/return-path.ts';
import type { ShellRouter } from './navigation/router.tsx';
import { ShellContext, type ShellParts } from './shell-context.ts';

const resources = { pt, en, es };

/** The page says in which language it is, for hyphenation, spelling and voices. */
function PageLanguage() {
  const { locale } = useSession();
  useEffect(() => {
    document.documentElement.lang = REGION[locale];
  }, [locale]);
  return null;
}

/** Draws the shell's pages, and from then on whatever changes in them. */
export function draw(parts: ShellParts, router: ShellRouter): void {
  const { session, api, live } = parts;
  const place = document.getElementById('primazia');
  if (place === null) throw new Error('The page has no place for the shell.');
  createRoot(place).render(
    <ShellContext value={parts}>
      <KitProvider session={session} api={api} live={live} basePath={HOME} resources={resources}>
        <PageLanguage />
        <RouterProvider router={router} />
        <Toasts />
      </KitProvider>
    </ShellContext>,
  );
}
