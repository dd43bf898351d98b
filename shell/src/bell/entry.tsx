import { type Notification, WAITING_LEVEL } from '@primazia/backend/notifications/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Ago } from '@primazia/kit/ui';
import { AppLink } from '../navigation/app-link.tsx';
import { LevelMark } from './level-mark.tsx';
import { reasonOf, sentenceOf } from './sentence.ts';

export interface EntryActions {
  onFollow: (notification: Notification) => void;
  onRead: (notification: Notification) => void;
  /** Undefined: the person's role does not allow it. */
  onSettle: ((notification: Notification) => void) | undefined;
}

interface EntryProps extends EntryActions {
  notification: Notification;
}

/** A notification: a link to its subject, and its actions. */
export function Entry({ notification, onFollow, onRead, onSettle }: EntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { level, link, read, waits, createdAt } = notification;
  const reason = reasonOf(notification, t);
  const sentence = sentenceOf(notification, t, format);
  // A count is resolved automatically with its last item.
  const maySettle = waits && level === WAITING_LEVEL && onSettle !== undefined;
  return (
    <li className="bell-entry" data-read={read} data-waits={waits}>
      <AppLink className="bell-link" href={link} onClick={() => onFollow(notification)}>
        <span className="bell-entry-head">
          <LevelMark level={level} />
          {!read && <span className="bell-unread">{t('bell.unread')}</span>}
          <span className="bell-when">
            <Ago at={createdAt} />
          </span>
        </span>
        <span className="bell-sentence">{sentence}</span>
        {reason !== '' && <span className="bell-reason">{reason}</span>}
      </AppLink>
      {(maySettle || !read) && (
        <div className="bell-entry-actions">
          {!read && (
            <button
              type="button"
              className="pz-text-button"
              aria-label={t('bell.mark_one_label', { sentence })}
              onClick={() => onRead(notification)}
            >
              {t('bell.mark_one')}
            </button>
          )}
          {maySettle && (
            <button
              type="button"
              className="pz-text-button"
              aria-label={t('bell.settle_label', { sentence })}
              onClick={() => onSettle(notification)}
            >
              {t('bell.settle')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
