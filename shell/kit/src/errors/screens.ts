import { ApiError } from '../api/error.ts';
import { FAILURES, type Situation, UNKNOWN } from './catalogue.ts';
import { errorText, faultText, type Translate } from './error-text.ts';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;

/** A list or a choice that does not exist has no rows: that is an empty page, not a failure. */
export const isEmptyPage = (error: unknown): boolean =>
  error instanceof ApiError && error.status === NOT_FOUND;

/** Why a searchable choice has no options: null where nothing matches, or where the call was cancelled. */
export function selectFailure(error: unknown): Situation | null {
  if (isEmptyPage(error)) return null;
  if (!(error instanceof ApiError)) return FAILURES.select_response;
  if (error.kind === 'canceled') return null;
  return error.kind === 'offline' ? FAILURES.select_offline : FAILURES.select_response;
}

/** What the health dialog says instead of a listing's health. */
export function healthFailureText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t(`kit:${UNKNOWN.key}`, {});
  if (error.status === UNAUTHORIZED) return t('kit:errors.session_ended', {});
  if (error.status !== BAD_REQUEST && error.status !== NOT_FOUND) {
    return error.kind === 'offline' ? errorText(t, error) : t(`kit:${UNKNOWN.key}`, {});
  }
  if (error.message !== error.code) return error.message;
  const [first] = error.faults;
  return first === undefined ? errorText(t, error) : faultText(t, first);
}
