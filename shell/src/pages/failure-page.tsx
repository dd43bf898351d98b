import { useTranslation } from '@primazia/kit';
import { AlertIcon, Button } from '@primazia/kit/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Brand } from '../brand/mark.tsx';
import { NoticePage } from '../brand/notice-page.tsx';
import { HOME } from '../navigation/return-path.ts';
import { useTitle } from '../navigation/title.ts';
import { EnvironmentTag } from '../site/environment-tag.tsx';
import { failureTexts } from './failure-texts.ts';

/** Reports a shell page that failed or a chunk that did not load, with a retry, within the frame. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const texts = failureTexts(error);
  useTitle(t(texts.title));
  useEffect(() => console.error('A page of the shell failed.', error), [error]);
  return (
    <NoticePage
      role="alert"
      icon={<AlertIcon size="L" aria-hidden="true" />}
      title={t(texts.title)}
      text={t(texts.text)}
    >
      <Button
        variant="accent"
        onPress={() => {
          reset();
          void router.invalidate();
        }}
      >
        {t('retry')}
      </Button>
      {/* A full page load: the cause may be in this page's memory. */}
      <a className="action-link" href={HOME}>
        {t('home')}
      </a>
    </NoticePage>
  );
}

/** The same as a whole page. */
export function FailurePage(props: ErrorComponentProps) {
  return (
    <div className="plain">
      <header className="plain-head">
        <Brand />
        <EnvironmentTag />
      </header>
      <main className="plain-main" id="content">
        <Failed {...props} />
      </main>
    </div>
  );
}
