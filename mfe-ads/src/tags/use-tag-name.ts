import { HolidayTag } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { useCallback } from 'react';

/** What a tag is called: a holiday by its word, the company's own by its name. */
export function useTagName() {
  const { t } = useTranslation();
  return useCallback(
    (tag: string): string => (HolidayTag.safeParse(tag).success ? t(`ads.tag.${tag}`) : tag),
    [t],
  );
}
