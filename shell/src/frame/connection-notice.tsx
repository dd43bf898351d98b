import { useLiveState, useSession, useTranslation } from '@primazia/kit';
import { useReach } from '@primazia/kit/shell';
import { CheckmarkCircleIcon, CloudDisconnectedIcon } from '@primazia/kit/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** A shorter loss of the connection is not reported, in ms. */
const GRACE = 3_000;
const RECOVERY_SHOWN = 4_000;

/** `unplugged`: the browser itself has no network. `silent`: the server does not answer. `still`: only the live events have stopped. */
type Trouble = 'unplugged' | 'silent' | 'still';
type Notice = Trouble | 'none' | 'back';

const watchNetwork = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

function useTrouble(): Trouble | null {
  const isPlugged = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const reach = useReach();
  const { connected } = useLiveState();
  const { expired, companyId } = useSession();
  if (!isPlugged) return 'unplugged';
  if (reach === 'offline') return 'silent';
  // While the password is asked for, or no company is open, no live events are expected.
  return connected || expired || companyId === null ? null : 'still';
}

function useNotice(trouble: Trouble | null): Notice {
  const [notice, setNotice] = useState<Notice>('none');
  useEffect(() => {
    if (trouble === null) {
      setNotice((now) => (now === 'none' ? now : 'back'));
      const timer = setTimeout(() => setNotice('none'), RECOVERY_SHOWN);
      return () => clearTimeout(timer);
    }
    // After the first notice, another kind of failure is shown immediately, and so is the browser's offline state.
    if (trouble === 'unplugged') return setNotice(trouble);
    const isShown = (now: Notice) => now !== 'none' && now !== 'back';
    setNotice((now) => (isShown(now) ? trouble : now));
    const timer = setTimeout(() => setNotice(trouble), GRACE);
    return () => clearTimeout(timer);
  }, [trouble]);
  return notice;
}

/** Shows above the page that its content may be out of date, and that it is up to date again. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const notice = useNotice(useTrouble());
  const Icon = notice === 'back' ? CheckmarkCircleIcon : CloudDisconnectedIcon;
  return (
    <div role="status" className="connection" data-notice={notice}>
      {notice !== 'none' && (
        <>
          <Icon size="S" aria-hidden="true" />
          {t(`connection.${notice}`)}
        </>
      )}
    </div>
  );
}
