/// <reference path="./ambient.d.ts" />
// What every module needs: its definition, the session, navigation, calls to the API, live events, formats and texts.
import '@primazia/design-tokens/tokens.css';
import './styles/kit.css';
import './styles/embed.css';
import './comparison/comparison.css';
import './listing/ad-cell.css';
import './help/help.css';
import './chart/timeline.css';
import './styles/list.css';
import './styles/table.css';

export type { Api } from './api/api.ts';
export { ApiError } from './api/error.ts';
export {
  useAnnounce,
  useBasePath,
  useMay,
  useMayWrite,
  usePlace,
  useSession,
} from './context/kit-context.ts';
export { useMarketplaces } from './context/marketplaces.ts';
export { lazily } from './deferred/lazily.tsx';
export { useFocusKept } from './dom/use-focus-kept.ts';
export { COMPETITORS, FAILURES } from './errors/catalogue.ts';
export { codeText, errorText, faultText, mayRetry, showError } from './errors/error-text.ts';
export { healthFailureText } from './errors/screens.ts';
export { createFormat, type Format, MISSING, REGION, useFormat } from './format/format.ts';
export { useTranslation } from './i18n/i18n.ts';
export { useWords } from './i18n/words.ts';
export { defineModule, type ModuleRouter } from './module/define-module.tsx';
export { useIsMounted } from './module/use-is-mounted.ts';
export { saveFile, useDownload } from './query/download.ts';
export { useApi, useMutateCall, useQueryCall } from './query/hooks.ts';
export { useLiveRefetch, useLiveRefresh, useLiveState } from './query/live.ts';
export type { Session } from './session/session.ts';
