import { useSnapshot } from 'valtio';
import { awaited } from '../deferred/awaited.tsx';
import { useTranslation } from '../i18n/i18n.ts';

/** Says that what was opened comes as soon as the connection lets it; once on a page. */
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
