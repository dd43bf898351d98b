import { HolidayTag } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { useCallback } from 'react';

/** The name of a tag: from the texts for a holiday, else the company's own. */
export function useTagName() {
  const { t } = useTranslation();
  return useCallback(
    (tag: string): string => (HolidayTag.safeParse(tag).success ? t(`ads.tag.${tag}`) : tag),
    [t],
  );
}
