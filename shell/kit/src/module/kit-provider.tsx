import { DEFAULT_LOCALE, Locale } from '@primazia/backend/kernel/id';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Reach } from '../api/api.ts';
import { ApiError } from '../api/error.ts';
import { tellError } from '../errors/error-text.ts';
import type { Language } from '../i18n/i18n.ts';
import type { Session } from '../session/session.ts';
import { mayWrite } from '../session/token.ts';
import { type ColorScheme, Provider } from '../spectrum.ts';
import { type Kit, KitContext, useKit } from './kit-context.ts';
import { closeQueryClient, createQueryClient } from './query-client.ts';
import { SPECTRUM_LOCALE, theme } from './theme.ts';

export interface KitProviderProps extends Kit {
  /** The app's own texts, in the session's language. */
  language: Language;
  /** Of an element in a host's page; else the page's own. */
  colorScheme?: ColorScheme | undefined;
  children: ReactNode;
}

/** The page's own scheme (`<html data-color-scheme>`, which the tokens heed too); without one, what the person prefers. */
function chosenScheme(): { colorScheme?: ColorScheme } {
  const scheme = document.documentElement.dataset.colorScheme;
  return scheme === 'light' || scheme === 'dark' ? { colorScheme: scheme } : {};
}

/** All that a React root of the suite needs above it: session, calls, texts, cache and Spectrum's theme. */
export function KitProvider({
  session,
  api,
  live,
  basePath,
  place,
  language,
  colorScheme,
  children,
}: KitProviderProps) {
  const { locale, companyId, email, expired } = useSnapshot(session);
  const [client] = useState(createQueryClient);
  const kit = useMemo(
    () => ({ session, api, live, basePath, place }),
    [session, api, live, basePath, place],
  );
  // A moment later: only then the components have let go of what they read.
  useEffect(() => () => queueMicrotask(() => closeQueryClient(client)), [client]);
  const { i18n } = language;
  useEffect(() => {
    if (locale === i18n.language) return;
    language.speak(locale).catch((error: unknown) => {
      console.error(`The texts in ${locale} are not to be had.`, error);
      // What is on the page goes on in the language that it has.
      session.locale = Locale.catch(DEFAULT_LOCALE).parse(i18n.language);
      tellError(i18n.t, new ApiError('offline'), 'language_change');
    });
  }, [language, i18n, locale, session]);
  useEffect(() => {
    // What was read for another company must not linger.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[2] !== companyId });
  }, [client, companyId]);
  useEffect(() => {
    // Nor what was read for another person: of the bell each has read something else.
    return email === '' ? undefined : () => void client.resetQueries();
  }, [client, email]);
  useEffect(() => {
    // Signed in again: what could not be read meanwhile is asked anew.
    return expired ? () => void client.invalidateQueries() : undefined;
  }, [client, expired]);
  const { reach } = useSnapshot(api.connection);
  // Not where it was only doubtful: a part that is too busy would be asked again and again.
  const isCut = reach === 'offline' || reach === 'maintenance';
  useEffect(() => {
    // The server is back: what failed meanwhile, and what may have changed, is asked anew.
    return isCut ? () => void client.invalidateQueries() : undefined;
  }, [client, isCut]);
  return (
    <KitContext value={kit}>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <Provider
            theme={theme}
            locale={SPECTRUM_LOCALE[locale]}
            scale="medium"
            {...(colorScheme === undefined ? chosenScheme() : { colorScheme })}
          >
            {children}
          </Provider>
        </QueryClientProvider>
      </I18nextProvider>
    </KitContext>
  );
}

/** The session as it is now; the component follows it. */
export const useSession = (): Session => useSnapshot(useKit().session);

/** The path that all modules stand under: `/app`. */
export const useBasePath = (): string => useKit().basePath;

/** Whether the server answers; the component follows it. */
export const useReach = (): Reach => useSnapshot(useKit().api.connection).reach;

/** Whether the person may change things in the company, so that what would be refused is not offered. */
export const useMayWrite = (): boolean => mayWrite(useSession().token);
