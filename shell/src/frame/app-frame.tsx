import { useTranslation } from '@primazia/kit';
import type { ReactNode } from 'react';
import { Bell } from '../bell/bell.tsx';
import { CompanyLink } from './company-link.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Drawer } from './drawer.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { SwitchNotice } from './switch-notice.tsx';
import { UserMenu } from './user-menu.tsx';

/** What stands around every page of the application. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <Sidebar />
      <div className="frame-page">
        <header className="topbar">
          <Drawer />
          <div className="topbar-company">
            <CompanyLink />
          </div>
          <LanguageMenu />
          <Bell />
          <UserMenu />
        </header>
        <ConnectionNotice />
        <SwitchNotice />
        <main id="content" className="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
