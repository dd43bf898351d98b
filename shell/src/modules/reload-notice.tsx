import { useTranslation } from '@primazia/kit';
import { Button, RefreshIcon } from '@primazia/kit/ui';
import { useSnapshot } from 'valtio';
import { useShell } from '../shell-context.ts';

/** Shows once that a reload would load a newer version; the person chooses when. */
export function ReloadNotice() {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { reloadDue, reloadPutAway } = useSnapshot(modules.state);
  return (
    <div role="status" className="page-notice">
      {reloadDue && !reloadPutAway && (
        <>
          <RefreshIcon size="S" aria-hidden="true" />
          <p className="page-notice-text">{t('reload.text')}</p>
          <div className="page-notice-actions">
            <Button variant="secondary" onPress={() => window.location.reload()}>
              {t('reload.now')}
            </Button>
            <Button variant="secondary" style="outline" onPress={() => modules.putReloadAway()}>
              {t('reload.later')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
