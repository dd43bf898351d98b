import { useSession, useTranslation } from '@primazia/kit';
import { ActionButton, CloseIcon, ShowMenuIcon } from '@primazia/kit/ui';
import { type RefObject, useEffect, useRef } from 'react';
import { Brand } from '../brand/mark.tsx';
import { usePath } from '../navigation/use-path.ts';
import { CompanyLink } from './company-link.tsx';
import { Navigation } from './sidebar.tsx';

/** Closes the drawer when another page is opened or the password is required. */
function CloseOnMove({ drawer }: { drawer: RefObject<HTMLDialogElement | null> }) {
  const { expired } = useSession();
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two are what it waits for
  useEffect(() => {
    drawer.current?.close();
  }, [drawer, path, expired]);
  return null;
}

/**
 * The navigation on a small screen. A native modal dialog: the browser keeps the focus inside, hides the page from
 * screen readers, closes on Escape and gives the focus back.
 */
export function Drawer() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <CloseOnMove drawer={dialog} />
      <ActionButton
        isQuiet
        UNSAFE_className="drawer-open"
        aria-label={t('sidebar.open')}
        aria-haspopup="dialog"
        onPress={() => dialog.current?.showModal()}
      >
        <ShowMenuIcon />
      </ActionButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is for its backdrop */}
      <dialog
        ref={dialog}
        className="drawer"
        aria-label={t('sidebar.label')}
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close();
        }}
      >
        <div className="drawer-body">
          <div className="drawer-head">
            <Brand />
            <button
              type="button"
              className="drawer-close"
              aria-label={t('sidebar.close')}
              onClick={() => dialog.current?.close()}
            >
              <CloseIcon size="S" aria-hidden="true" />
            </button>
          </div>
          <CompanyLink />
          <nav aria-label={t('sidebar.label')}>
            <Navigation />
          </nav>
        </div>
      </dialog>
    </>
  );
}
