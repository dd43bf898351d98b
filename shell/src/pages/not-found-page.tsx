import { useTranslation } from '@primazia/kit';
import { SearchIcon } from '@primazia/kit/ui';
import { Brand } from '../brand/mark.tsx';
import { NoticePage } from '../brand/notice-page.tsx';
import { AppLink } from '../navigation/app-link.tsx';
import { HOME } from '../navigation/return-path.ts';
import { useTitle } from '../navigation/title.ts';
import { EnvironmentTag } from '../site/environment-tag.tsx';

/** Nothing is at this address; inside the frame. */
export function NotFound() {
  const { t } = useTranslation();
  useTitle(t('not_found.title'));
  return (
    <NoticePage
      icon={<SearchIcon size="L" aria-hidden="true" />}
      title={t('not_found.title')}
      text={t('not_found.text')}
    >
      <AppLink className="action-link" href={HOME}>
        {t('home')}
      </AppLink>
    </NoticePage>
  );
}

/** Nothing is at this address; a page of its own. */
export function NotFoundPage() {
  return (
    <div className="plain">
      <header className="plain-head">
        <Brand />
        <EnvironmentTag />
      </header>
      <main className="plain-main" id="content">
        <NotFound />
      </main>
    </div>
  );
}
