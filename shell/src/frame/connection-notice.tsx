import {
  CheckmarkCircleIcon,
  CloudDisconnectedIcon,
  useLiveState,
  useSession,
  useTranslation,
} from '@primazia/kit';
import { useEffect, useState } from 'react';

/** A connection that comes back within this time is nothing to tell, in ms. */
const GRACE = 3_000;
const RECOVERY_SHOWN = 4_000;

type Notice = 'none' | 'offline' | 'back';

function useNotice(connected: boolean): Notice {
  const [notice, setNotice] = useState<Notice>('none');
  useEffect(() => {
    if (connected) {
      setNotice((now) => (now === 'offline' ? 'back' : now));
      const timer = setTimeout(() => setNotice('none'), RECOVERY_SHOWN);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => setNotice('offline'), GRACE);
    return () => clearTimeout(timer);
  }, [connected]);
  return notice;
}

/** Says above the page that what stands below may be old, and that it is fresh again. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const { connected } = useLiveState();
  const { expired } = useSession();
  // While the password is asked for, nothing is tried: that is no trouble with the network.
  const notice = useNotice(connected || expired);
  return (
    <div role="status" className="connection" data-notice={notice}>
      {notice === 'offline' && (
        <>
          <CloudDisconnectedIcon size="S" aria-hidden="true" />
          {t('connection.offline')}
        </>
      )}
      {notice === 'back' && (
        <>
          <CheckmarkCircleIcon size="S" aria-hidden="true" />
          {t('connection.back')}
        </>
      )}
    </div>
  );
}
