/// <reference path="./ambient.d.ts" />
import '@primazia/design-tokens/tokens.css';
import './styles/kit.css';
import './styles/embed.css';
import './listing/ad-cell.css';
import './help/help.css';
import './chart/timeline.css';
import './styles/list.css';
import './styles/table.css';

export { type ParsedPrice, parsePrice } from '@primazia/backend/kernel/price';
export {
  type Api,
  type CallInput,
  type CallOptions,
  type Connection,
  createApi,
  type Reach,
  type Sent,
} from './api/api.ts';
export { watchConnection } from './api/connection.ts';
export { type DownloadHandle, saveFile, useDownload } from './api/download.ts';
export { ApiError, type ApiErrorKind } from './api/error.ts';
export {
  type MutateOptions,
  type QueryOptions,
  queryKey,
  useApi,
  useMutateCall,
  useQueryCall,
} from './api/hooks.ts';
export type { DayChart, Line } from './chart/option.ts';
export type { PriceTimelineProps } from './chart/price-timeline.tsx';
export { type Timeline, timelineOf } from './chart/timeline.ts';
export type { PinTone, TimelinePin } from './chart/timeline-option.ts';
export { deferred } from './deferred/deferred.tsx';
export { DayLines, PriceTimeline, SearchSelect } from './deferred/parts.ts';
export { hearMissing } from './deferred/plugged.ts';
export {
  COMPETITORS,
  FAILURES,
  type Failure,
  type Level,
  RESTRICTIONS,
  type Remedy,
  type Situation,
  SUCCESSES,
} from './errors/catalogue.ts';
export {
  codeText,
  errorText,
  failureText,
  faultText,
  mayRetry,
  situationOf,
  tellError,
} from './errors/error-text.ts';
export { healthFailureText, isEmptyPage, selectFailure } from './errors/screens.ts';
export { faultsToForm } from './form/faults.ts';
export { LeaveDialog, LeaveGuard } from './form/leave-guard.tsx';
export { Ago } from './format/ago.tsx';
export { createFormat, type Format, MISSING, REGION, useFormat } from './format/format.ts';
export { Help, type Term } from './help/help.tsx';
export {
  type Language,
  openLanguage,
  type Resources,
  type Texts,
  useTranslation,
} from './i18n/i18n.ts';
export * from './icons.ts';
export { useFilterText } from './list/chips.tsx';
export { ListPage, type ListPageProps } from './list/list-page.tsx';
export { forgetAllPreferences } from './list/preferences.ts';
export type { AllThatMatch, Frozen, Selection } from './list/selection.tsx';
export type { AskSheet } from './list/sheet-dialog.tsx';
export {
  LIST_KEYS,
  type ListOptions,
  type ListState,
  readListState,
  toListCall,
  writeListState,
} from './list/state.ts';
export type {
  Choice,
  Column,
  EmptyList,
  FilterField,
  ListPageData,
  ListResult,
  RowAction,
  SearchChoices,
  SheetColumn,
  Tab,
} from './list/types.ts';
export { type ListHandle, useListState } from './list/use-list-state.ts';
export { AdCell, type AdCellProps } from './listing/ad-cell.tsx';
export { MARKETPLACE_NAMES, MarketplaceMark } from './listing/marketplaces.tsx';
export { BuyboxTag, StatusTag, type Tone } from './listing/tags.tsx';
export { useLive, useLiveRefetch, useLiveRefresh, useLiveState } from './live/hooks.ts';
export { createLive, type Live, type LiveState } from './live/live.ts';
export { afterPaint } from './module/after-paint.ts';
export type { Announcements } from './module/announcements.ts';
export {
  defineModule,
  type Keep,
  type ModuleDefinition,
  type ModuleLifecycles,
  type ModuleProps,
  type ModuleRouter,
} from './module/define-module.tsx';
export { ElsewhereLink } from './module/elsewhere-link.tsx';
export type {
  ColorTheme,
  Embed,
  Embedded,
  EmbedEvents,
  EmbedFault,
  EmbedOptions,
  TokenRequest,
} from './module/embedding.ts';
export { ErrorBoundary } from './module/error-boundary.tsx';
export { createIncidents, type ModuleIncident } from './module/incidents.ts';
export { useAnnounce, usePlace } from './module/kit-context.ts';
export {
  KitProvider,
  type KitProviderProps,
  useBasePath,
  useMay,
  useMayWrite,
  useReach,
  useSession,
} from './module/kit-provider.tsx';
export { type Lazy, lazily } from './module/lazily.tsx';
export { useFocusKept } from './module/use-focus-kept.ts';
export { useStands } from './module/use-stands.ts';
export {
  createSession,
  enterByToken,
  enterCompany,
  rereadSession,
  type Session,
  type SessionPlaces,
  signIn,
  signOut,
} from './session/session.ts';
export { handBack, keepToOneWindow } from './session/windows.ts';
export * from './spectrum.ts';
export {
  ConsequencesDialog,
  type ConsequencesDialogProps,
} from './states/consequences-dialog.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  Skeleton,
} from './states/states.tsx';
export { type ToastKind, type ToastOptions, Toasts, toast } from './states/toast.tsx';
export { KIT_VERSION } from './version.ts';
