import { useTranslation } from '@primazia/kit';
import type { ReactNode } from 'react';
import { Bell } from '../bell/bell.tsx';
import { Brand } from '../brand/mark.tsx';
import { OverrideBadge } from '../modules/override-badge.tsx';
import { ReloadNotice } from '../modules/reload-notice.tsx';
import { AppLink } from '../navigation/app-link.tsx';
import { HOME } from '../navigation/return-path.ts';
import { EnvironmentTag } from '../site/environment-tag.tsx';
import { CompanyLink } from './company-link.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Drawer } from './drawer.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { SwitchNotice } from './switch-notice.tsx';
import { useIsBare } from './use-is-bare.ts';
import { UserMenu } from './user-menu.tsx';

/** The frame around every page of the application. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isBare = useIsBare();
  return (
    <div className="frame" data-bare={isBare}>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      {!isBare && <Sidebar />}
      <div className="frame-page">
        <header className="topbar">
          {isBare ? (
            <AppLink className="topbar-home" href={HOME} title={t('home')}>
              <Brand size={28} />
            </AppLink>
          ) : (
            <Drawer />
          )}
          <div className="topbar-company">
            <CompanyLink />
          </div>
          <EnvironmentTag />
          <LanguageMenu />
          <Bell />
          <UserMenu />
        </header>
        <ConnectionNotice />
        <SwitchNotice />
        <ReloadNotice />
        <main id="content" className="content" tabIndex={-1}>
          {children}
        </main>
        <OverrideBadge />
      </div>
    </div>
  );
}
