import { useTranslation } from '@primazia/kit';
import { afterPaint } from '@primazia/kit/shell';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';

const page = proxy({ title: '' });

/** Sets the title of the browser's tab, and announces it to screen readers after a navigation, once the page is painted. */
export function useTitle(title: string): void {
  const { t } = useTranslation();
  const whole = t('title', { page: title });
  useEffect(
    () =>
      afterPaint(() => {
        document.title = whole;
        page.title = title;
      }),
    [whole, title],
  );
}

/** The name of the page that is there now. */
export const usePageTitle = (): string => useSnapshot(page).title;
