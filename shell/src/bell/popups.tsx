import type { Notification } from '@primazia/backend/notifications/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { CloseIcon } from '@primazia/kit/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { LevelMark } from './level-mark.tsx';
import { AT_ONCE, arrivals, limitRate, type Recent } from './popup-policy.ts';
import { sentenceOf } from './sentence.ts';

/** How long one stays unless pointed at or focused, in ms. It stays in the bell afterwards. */
const SHOWN = 8_000;

interface PopupProps {
  notification: Notification;
  onFollow: (notification: Notification) => void;
  onDone: () => void;
}

function Popup({ notification, onFollow, onDone }: PopupProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [held, setHeld] = useState(false);
  const timeUp = useEffectEvent(onDone);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => timeUp(), SHOWN);
    return () => clearTimeout(timer);
  }, [held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <li
      className="popup"
      data-level={notification.level}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <AppLink
        className="popup-link"
        href={notification.link}
        onClick={() => {
          onFollow(notification);
          onDone();
        }}
      >
        <LevelMark level={notification.level} />
        <span>{sentenceOf(notification, t, format)}</span>
      </AppLink>
      <button type="button" className="popup-close" aria-label={t('bell.dismiss')} onClick={onDone}>
        <CloseIcon size="XS" aria-hidden="true" />
      </button>
    </li>
  );
}

interface Shown {
  popups: readonly Notification[];
  /** How many came with them and are in the bell only. */
  more: number;
}

const NONE: Shown = { popups: [], more: 0 };

export interface PopupsProps {
  /** The newest notifications; null while they are loading. */
  content: readonly Notification[] | null;
  /** The bell is open and shows them all. */
  quiet: boolean;
  /** One was opened. */
  onFollow: (notification: Notification) => void;
}

/** Shows new notifications at the top right: a few at once, and how many more there are. */
export function Popups({ content, quiet, onFollow }: PopupsProps) {
  const { t } = useTranslation();
  const known = useRef<number | null>(null);
  const recent = useRef<Recent>([]);
  const [{ popups, more }, setShown] = useState(NONE);
  useEffect(() => {
    if (content === null) return;
    const { known: now, fresh } = arrivals(known.current, content);
    known.current = now;
    if (quiet) return setShown(NONE);
    if (fresh.length === 0) return;
    const limited = limitRate(fresh, recent.current, performance.now());
    recent.current = limited.recent;
    setShown((before) => {
      const popups = [...limited.popups, ...before.popups].slice(0, AT_ONCE);
      if (popups.length === 0) return NONE;
      return { popups, more: before.more + before.popups.length + fresh.length - popups.length };
    });
  }, [content, quiet]);
  const close = (id: number) =>
    setShown((before) => {
      const left = before.popups.filter((one) => one.id !== id);
      return left.length === 0 ? NONE : { ...before, popups: left };
    });
  return (
    <div className="popups" role="status" aria-label={t('bell.title')}>
      <ul className="popup-list">
        {popups.map((notification) => (
          <Popup
            key={notification.id}
            notification={notification}
            onFollow={onFollow}
            onDone={() => close(notification.id)}
          />
        ))}
      </ul>
      {more > 0 && <p className="popup-more">{t('bell.more', { count: more })}</p>}
    </div>
  );
}
