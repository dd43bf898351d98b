import type { Notification } from '@primazia/backend/notifications/contract';
import { lazily, useMayWrite, useSession, useTranslation } from '@primazia/kit';
import { ErrorBoundary } from '@primazia/kit/shell';
import {
  ActionButton,
  BellIcon,
  Content,
  Dialog,
  DialogTrigger,
  Header,
  Heading,
  SettingsIcon,
} from '@primazia/kit/ui';
import { useRef, useState } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { NOTIFICATIONS } from '../navigation/own-paths.ts';
import { Popups } from './popups.tsx';
import { useBell } from './use-bell.ts';

const History = lazily(async () => (await import('./history.tsx')).History);

const MOST_SHOWN = 99;

const nothing = () => {};

/** The notifications of the company: a list in a pop-over, and pop-ups for new ones. */
export function Bell() {
  const { t } = useTranslation();
  const { companyId } = useSession();
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(false);
  const history = useRef<HTMLDivElement>(null);
  const { query, readAll, readOne, settle } = useBell();

  const { data } = query;
  const unread = data?.unread ?? 0;
  const waiting = data?.waiting ?? 0;
  const failures = data?.failures ?? 0;
  const newest = data?.content[0];
  const label = [
    unread === 0 ? t('bell.label_none') : t('bell.label', { count: unread }),
    ...(waiting === 0 ? [] : [t('bell.label_waiting', { count: waiting })]),
  ].join('. ');
  const read = ({ id, read: isRead }: Notification) => {
    if (!isRead) readOne(id);
  };

  return (
    <>
      <DialogTrigger type="popover" placement="bottom end" mobileType="tray" onOpenChange={setOpen}>
        <ActionButton isQuiet UNSAFE_className="bell-button" aria-label={label}>
          <BellIcon />
          {(unread > 0 || failures > 0) && (
            <span className="bell-count" data-waits={failures > 0} aria-hidden="true">
              {unread === 0 ? '!' : unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
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
                    // The button disappears when nothing is left to read; the focus must not be lost with it.
                    history.current?.focus();
                    readAll(newest.id);
                  }}
                >
                  {t('bell.mark_all')}
                </ActionButton>
              )}
              <AppLink
                className="bell-settings"
                href={NOTIFICATIONS}
                aria-label={t('bell.settings')}
                onClick={close}
              >
                <SettingsIcon size="S" aria-hidden="true" />
              </AppLink>
            </Header>
            <Content>
              <ErrorBoundary name="The notifications" onRetry={nothing}>
                <History
                  ref={history}
                  waiting={waiting}
                  failures={failures}
                  onRead={(notification) => {
                    history.current?.focus();
                    read(notification);
                  }}
                  onFollow={(notification) => {
                    read(notification);
                    close();
                  }}
                  onSettle={
                    mayWrite
                      ? ({ id }) => {
                          history.current?.focus();
                          settle(id);
                        }
                      : undefined
                  }
                />
              </ErrorBoundary>
            </Content>
          </Dialog>
        )}
      </DialogTrigger>
      <Popups
        key={companyId}
        quiet={open}
        content={data === undefined || query.isPlaceholderData ? null : data.content}
        onFollow={read}
      />
    </>
  );
}
