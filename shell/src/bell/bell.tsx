import {
  markRead,
  type Notification,
  notifications,
} from '@primazia/backend/notifications/contract';
import {
  ActionButton,
  Ago,
  BellIcon,
  Content,
  Dialog,
  DialogTrigger,
  EmptyState,
  ErrorState,
  Header,
  Heading,
  Skeleton,
  tellError,
  useFormat,
  useLiveRefresh,
  useMutateCall,
  useQueryCall,
  useSession,
  useTranslation,
} from '@primazia/kit';
import { type Ref, useRef, useState } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { LevelMark } from './level-mark.tsx';
import { Popups } from './popups.tsx';
import { linkOf, reasonOf, sentenceOf } from './tell.ts';

const STEP = 15;
const MOST = 195;
const MOST_SHOWN = 99;

interface EntryProps {
  notification: Notification;
  onFollow: () => void;
}

function Entry({ notification, onFollow }: EntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const reason = reasonOf(notification, t);
  return (
    <li className="bell-entry" data-read={notification.read}>
      <AppLink className="bell-link" href={linkOf(notification)} onClick={onFollow}>
        <span className="bell-entry-head">
          <LevelMark level={notification.level} />
          {!notification.read && <span className="bell-unread">{t('bell.unread')}</span>}
          <span className="bell-when">
            <Ago at={notification.createdAt} />
          </span>
        </span>
        <span className="bell-sentence">{sentenceOf(notification, t, format)}</span>
        {reason !== '' && <span className="bell-reason">{reason}</span>}
      </AppLink>
    </li>
  );
}

interface HistoryProps {
  ref: Ref<HTMLUListElement>;
  content: readonly Notification[];
  hasOlder: boolean;
  onOlder: () => void;
  onFollow: () => void;
}

function History({ ref, content, hasOlder, onOlder, onFollow }: HistoryProps) {
  const { t } = useTranslation();
  if (content.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title={t('bell.empty_title')} text={t('bell.empty_text')} />
    );
  }
  return (
    <>
      <ul ref={ref} className="bell-list" tabIndex={-1} aria-label={t('bell.title')}>
        {content.map((notification) => (
          <Entry key={notification.id} notification={notification} onFollow={onFollow} />
        ))}
      </ul>
      {hasOlder && (
        <ActionButton isQuiet width="100%" onPress={onOlder}>
          {t('bell.older')}
        </ActionButton>
      )}
    </>
  );
}

/** What happened, newest first; the record of which the pop-ups are the echo. */
export function Bell() {
  const { t } = useTranslation();
  const { companyId } = useSession();
  const [limit, setLimit] = useState(STEP);
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useQueryCall(
    notifications,
    { query: { page: 0, limit } },
    { enabled: companyId !== null },
  );
  useLiveRefresh(['notifications'], [notifications]);
  const read = useMutateCall(markRead, {
    invalidates: [notifications],
    onError: (error) => tellError(t, error),
  });

  const { data } = query;
  const unread = data?.unread ?? 0;
  const newest = data?.content[0];
  const label = unread === 0 ? t('bell.label_none') : t('bell.label', { count: unread });

  return (
    <>
      <DialogTrigger
        type="popover"
        placement="bottom end"
        mobileType="tray"
        onOpenChange={(isOpen) => {
          setOpen(isOpen);
          setLimit(STEP);
        }}
      >
        <ActionButton isQuiet UNSAFE_className="bell-button" aria-label={label}>
          <BellIcon />
          {unread > 0 && (
            <span className="bell-count" aria-hidden="true">
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </ActionButton>
        {(close) => (
          <Dialog UNSAFE_className="bell">
            <Heading>{t('bell.title')}</Heading>
            <Header>
              {newest !== undefined && unread > 0 && (
                <ActionButton
                  isQuiet
                  onPress={() => {
                    // The button goes when nothing is left to read; the focus must not go with it.
                    list.current?.focus();
                    read.mutate({ body: { upTo: newest.id } });
                  }}
                >
                  {t('bell.mark_all')}
                </ActionButton>
              )}
            </Header>
            <Content>
              {data === undefined ? (
                query.error === null ? (
                  <Skeleton rows={4} />
                ) : (
                  <ErrorState error={query.error} onRetry={() => void query.refetch()} />
                )
              ) : (
                <History
                  ref={list}
                  content={data.content}
                  hasOlder={data.totalElements > limit && limit < MOST}
                  onOlder={() => setLimit(limit + STEP)}
                  onFollow={close}
                />
              )}
            </Content>
          </Dialog>
        )}
      </DialogTrigger>
      <Popups
        key={companyId}
        quiet={open}
        content={data === undefined || query.isPlaceholderData ? null : data.content}
      />
    </>
  );
}
