import { useFormat, useTranslation } from '@primazia/kit';
import type { ReactNode } from 'react';
import { Brand, MarketArt } from '../brand/mark.tsx';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { useTitle } from '../navigation/title.ts';
import { EnvironmentTag } from '../site/environment-tag.tsx';

export interface EntryPageProps {
  /** The page's name, in the tab of the browser. */
  name: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A page that is open without a session: signing in, and the password. */
export function EntryPage({ name, title, lead, children }: EntryPageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  useTitle(name);
  return (
    <div className="login">
      <div className="login-pane">
        <header className="login-head">
          <Brand />
          <span className="grow" />
          <EnvironmentTag />
          <LanguageMenu />
        </header>
        <main className="login-main" id="content">
          <h1 className="login-title">{title}</h1>
          <p className="login-lead">{lead}</p>
          {children}
        </main>
      </div>
      <aside className="login-side" aria-label={t('product')}>
        <MarketArt
          own={t('login.art.own')}
          competitor={t('login.art.competitor')}
          minimum={t('login.art.minimum')}
          ownPrice={format.money(94.9, 'BRL')}
          competitorPrice={format.money(96.9, 'BRL')}
        />
        <p className="login-claim">{t('login.claim')}</p>
        <ul className="login-points">
          <li>{t('login.points.react')}</li>
          <li>{t('login.points.limits')}</li>
          <li>{t('login.points.why')}</li>
        </ul>
      </aside>
    </div>
  );
}
