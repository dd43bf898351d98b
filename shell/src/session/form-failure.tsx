import { ApiError, errorText, useTranslation } from '@primazia/kit';
import { VisuallyHidden } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';

const SECOND = 1_000;

const secondsOf = (error: unknown): number => {
  if (!(error instanceof ApiError) || error.code !== 'too_many_attempts') return 0;
  const { retryAfterSeconds } = error.values;
  return typeof retryAfterSeconds === 'number' ? Math.ceil(retryAfterSeconds) : 0;
};

/** The remaining seconds of the wait that an error requires. */
function useWait(error: unknown): number {
  const [left, setLeft] = useState(() => secondsOf(error));
  useEffect(() => {
    const end = Date.now() + secondsOf(error) * SECOND;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND)));
    count();
    const timer = setInterval(count, SECOND);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

/** Too many attempts: the seconds count down visibly; screen readers read them once. */
function Throttled({ error, seconds }: { error: unknown; seconds: number }) {
  const { t } = useTranslation();
  const left = useWait(error);
  if (left === 0) return t('login.again_now');
  return (
    <>
      <span aria-hidden="true">{t('login.throttled', { count: left })}</span>
      <VisuallyHidden elementType="span">{t('login.throttled', { count: seconds })}</VisuallyHidden>
    </>
  );
}

export interface FormFailureProps {
  /** Null: nothing failed. */
  error: unknown;
  /** The text for a wrong password. */
  wrong?: string;
}

/** Why a form of a page without a session was not accepted. */
export function FormFailure({ error, wrong }: FormFailureProps) {
  const { t } = useTranslation();
  if (error === null) return null;
  const seconds = secondsOf(error);
  const isWrong = error instanceof ApiError && error.code === 'invalid_credentials';
  return (
    <p className="form-failure" role="alert">
      {seconds > 0 ? (
        <Throttled error={error} seconds={seconds} />
      ) : isWrong && wrong !== undefined ? (
        wrong
      ) : (
        errorText(t, error)
      )}
    </p>
  );
}
