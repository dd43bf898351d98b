// What a page needs that hosts modules: the shell, and the loader for other pages. No module imports it.
export { type CallInput, createApi } from './api/api.ts';
export { watchConnection } from './api/connection.ts';
export { useReach } from './context/kit-context.ts';
export { deferred, putOff } from './deferred/deferred.tsx';
export { onMissingPart } from './deferred/plugged.ts';
export { type Language, openLanguage, type Texts } from './i18n/i18n.ts';
export { forgetAllPreferences } from './list/preferences.ts';
export { createLive, type Live } from './live/live.ts';
export { afterPaint } from './module/after-paint.ts';
export type { ModuleLifecycles, ModuleProps } from './module/define-module.tsx';
export type { ColorTheme, Embed, Embedded, EmbedEvents, EmbedOptions } from './module/embedding.ts';
export { ErrorBoundary } from './module/error-boundary.tsx';
export { createIncidents, type ModuleIncident } from './module/incidents.ts';
export { KitProvider } from './module/kit-provider.tsx';
export { queryKey } from './query/hooks.ts';
export {
  createSession,
  enterByToken,
  enterCompany,
  rereadSession,
  type SessionPlaces,
  signIn,
  signOut,
} from './session/session.ts';
export { keepToOneWindow, returnSession } from './session/windows.ts';
export { Toasts } from './toast/toast.tsx';
export { KIT_VERSION } from './version.ts';
