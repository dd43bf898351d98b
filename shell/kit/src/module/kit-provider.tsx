import { DEFAULT_LOCALE, Locale } from '@primazia/backend/kernel/id';
import { words } from '@primazia/backend/platform/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { ApiError } from '../api/error.ts';
import { type Kit, KitContext } from '../context/kit-context.ts';
import { showError } from '../errors/error-text.ts';
import type { Language } from '../i18n/i18n.ts';
import { closeQueryClient, createQueryClient } from '../query/query-client.ts';
import { type ColorScheme, Provider } from '../spectrum.ts';
import { MarketplacesProvider } from './marketplaces-provider.tsx';
import { SPECTRUM_LOCALE, theme } from './theme.ts';

export interface KitProviderProps extends Kit {
  /** The app's own texts, in the session's language. */
  language: Language;
  /** Of an element in a host's page; else the page's own. */
  colorScheme?: ColorScheme | undefined;
  children: ReactNode;
}

/** The page's own scheme (`<html data-color-scheme>`, which the tokens follow too); without one, the person's preference. */
function chosenScheme(): { colorScheme?: ColorScheme } {
  const scheme = document.documentElement.dataset.colorScheme;
  return scheme === 'light' || scheme === 'dark' ? { colorScheme: scheme } : {};
}

/** The cache of calls; it is discarded with the app. */
function useClient(): QueryClient {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    // A moment later: only then the components have released what they read.
    return () => queueMicrotask(() => closeQueryClient(client));
  }, [client]);
  return client;
}

/** Reports a change of a value only: hiding or removing an app is no change. */
function useChange<Value>(value: Value, report: (before: Value) => void): void {
  const last = useRef(value);
  const changed = useEffectEvent(report);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== value) changed(before);
  }, [value]);
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
  const client = useClient();
  const kit = useMemo(
    () => ({ session, api, live, basePath, place }),
    [session, api, live, basePath, place],
  );
  const { i18n } = language;
  useEffect(() => {
    if (locale === i18n.language) return;
    language.speak(locale).catch((error: unknown) => {
      console.error(`The texts in ${locale} cannot be fetched.`, error);
      // Where texts do not load, the page keeps its language.
      session.locale = Locale.catch(DEFAULT_LOCALE).parse(i18n.language);
      showError(i18n.t, new ApiError('offline'), 'language_change');
    });
  }, [language, i18n, locale, session]);
  useEffect(() => language.askServer(() => api.call(words, {})), [language, api]);
  useEffect(() => {
    // Data of another company must not stay in the cache.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[2] !== companyId });
  }, [client, companyId]);
  // Nor data of another person: the bell differs for each.
  useChange(email, (before) => {
    if (before !== '') void client.resetQueries();
  });
  // Signed in again: queries that failed meanwhile are made again.
  useChange(expired, (was) => {
    if (was) void client.invalidateQueries();
  });
  const { reach } = useSnapshot(api.connection);
  // Not where it was only doubtful: a busy server would get the same queries again and again.
  const isCut = reach === 'offline' || reach === 'maintenance';
  // The server is available again: failed and possibly outdated queries are made again.
  useChange(isCut, (was) => {
    if (was) void client.invalidateQueries();
  });
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
            <MarketplacesProvider>{children}</MarketplacesProvider>
          </Provider>
        </QueryClientProvider>
      </I18nextProvider>
    </KitContext>
  );
}
