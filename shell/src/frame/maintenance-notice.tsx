import { useTranslation } from '@primazia/kit';
import { useReach } from '@primazia/kit/shell';
import { ClockIcon, ProgressCircle } from '@primazia/kit/ui';
import { useEffect, useRef } from 'react';
import { Brand } from '../brand/mark.tsx';

/**
 * The maintenance page. It covers the page instead of replacing it, so that typed values are kept until the server is available
 * again and it closes automatically. A native modal dialog: the page below can be neither seen nor reached.
 */
export function MaintenanceNotice() {
  const { t } = useTranslation();
  const isClosed = useReach() === 'maintenance';
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isClosed) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isClosed]);
  return (
    <dialog
      ref={dialog}
      className="maintenance"
      aria-labelledby="maintenance-title"
      aria-describedby="maintenance-text"
      // Escape would open a page that cannot work.
      onCancel={(event) => event.preventDefault()}
    >
      {isClosed && (
        <div className="plain">
          <header className="plain-head">
            <Brand />
          </header>
          <div className="notice-page">
            <div className="notice-icon">
              <ClockIcon size="L" aria-hidden="true" />
            </div>
            <h1 id="maintenance-title" className="notice-title">
              {t('maintenance.title')}
            </h1>
            <p id="maintenance-text" className="notice-text">
              {t('maintenance.text')}
            </p>
            <p className="maintenance-wait">
              <ProgressCircle size="S" isIndeterminate aria-label={t('maintenance.waiting')} />
              {t('maintenance.waiting')}
            </p>
          </div>
        </div>
      )}
    </dialog>
  );
}
