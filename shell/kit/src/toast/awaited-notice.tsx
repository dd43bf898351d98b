import { useSnapshot } from 'valtio';
import { awaited } from '../deferred/awaited.tsx';
import { useTranslation } from '../i18n/i18n.ts';

/** Shows that a part that was opened is still loading; once on a page. */
export function AwaitedNotice() {
  const { t } = useTranslation('kit');
  const { count } = useSnapshot(awaited);
  if (count === 0) return null;
  return (
    <p role="alert" className="pz-awaited">
      {t('states.awaited')}
    </p>
  );
}
