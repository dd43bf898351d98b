import type { ReactNode } from 'react';
import { ApiError } from '../api/error.ts';
import { errorText, mayRetry } from '../errors/error-text.ts';
import { useTranslation } from '../i18n/i18n.ts';
import {
  AlertCircleIcon,
  CloudDisconnectedIcon,
  LayersIcon,
  LockClosedIcon,
  SearchIcon,
} from '../icons.ts';
import { Button } from '../spectrum.ts';

type EmptyKind = 'nothing-yet' | 'nothing-found' | 'no-permission';

export interface EmptyStateProps {
  kind: EmptyKind;
  /** Has a general text for each kind but the first, which should say what this page will show. */
  title?: string;
  text?: string;
  /** The one next step. */
  action?: ReactNode;
}

const ICONS = {
  'nothing-yet': LayersIcon,
  'nothing-found': SearchIcon,
  'no-permission': LockClosedIcon,
} as const;

export interface NoticeProps {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  more?: string | undefined;
  action?: ReactNode;
  role: 'status' | 'alert';
  /** `h1` where it replaces a whole page. */
  heading?: 'h1' | 'h2';
}

/** Why there is nothing to show, centred in its container. */
export function Notice({
  icon,
  title,
  text,
  more,
  action,
  role,
  heading: Heading = 'h2',
}: NoticeProps) {
  return (
    <div className="pz-state" role={role}>
      <div className="pz-state-icon">{icon}</div>
      <Heading className="pz-state-title">{title}</Heading>
      {text !== undefined && <p className="pz-state-text">{text}</p>}
      {more !== undefined && <p className="pz-state-more">{more}</p>}
      {action !== undefined && <div className="pz-state-action">{action}</div>}
    </div>
  );
}

/** An empty state, for one of three reasons that a person must be able to tell apart. */
export function EmptyState({ kind, title, text, action }: EmptyStateProps) {
  const { t } = useTranslation('kit');
  const Icon = ICONS[kind];
  return (
    <Notice
      role="status"
      icon={<Icon size="L" />}
      title={title ?? t(`states.${kind}.title`)}
      text={text ?? t(`states.${kind}.text`)}
      action={action}
    />
  );
}

interface ErrorStateProps extends Pick<NoticeProps, 'heading'> {
  error: unknown;
  onRetry?: () => void;
}

/** A failure: why something could not be loaded, and a retry. A missing permission has no retry. */
export function ErrorState({ error, onRetry, heading = 'h2' }: ErrorStateProps) {
  const { t } = useTranslation('kit');
  const problem = error instanceof ApiError ? error : null;
  if (problem?.status === 403) return <EmptyState kind="no-permission" />;
  const offline = problem?.kind === 'offline';
  return (
    <Notice
      role="alert"
      heading={heading}
      icon={offline ? <CloudDisconnectedIcon size="L" /> : <AlertCircleIcon size="L" />}
      title={t(offline ? 'states.offline.title' : 'states.error.title')}
      text={errorText(t, error)}
      more={
        problem?.requestId ? t('states.error.request', { requestId: problem.requestId }) : undefined
      }
      action={
        onRetry &&
        mayRetry(error) && (
          <Button variant="primary" onPress={onRetry}>
            {t('states.retry')}
          </Button>
        )
      }
    />
  );
}

/** Grey bars in place of what is loading; `rows`: as many as are expected. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useTranslation('kit');
  return (
    <div className="pz-skeleton" role="status" aria-label={t('states.loading')}>
      {Array.from({ length: rows }, (_, row) => `bar ${row}`).map((bar) => (
        <div key={bar} className="pz-skeleton-bar" />
      ))}
    </div>
  );
}
