import { useFormat, useTranslation } from '@primazia/kit';
import { ActionButton, ChevronLeftIcon, ChevronRightIcon } from '@primazia/kit/ui';

interface PageTurnerProps {
  label: string;
  /** Counts from 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous and next page of a list inside a dialog; nothing where there is one page. */
export function PageTurner({ label, page, pages, onPage }: PageTurnerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (pages <= 1) return null;
  return (
    <nav className="page-turner" aria-label={label}>
      <ActionButton
        aria-label={t('kit:list.previousPage')}
        isDisabled={page === 0}
        onPress={() => onPage(page - 1)}
      >
        <ChevronLeftIcon />
      </ActionButton>
      <span role="status">
        {t('kit:list.page', { page: format.integer(page + 1), pages: format.integer(pages) })}
      </span>
      <ActionButton
        aria-label={t('kit:list.nextPage')}
        isDisabled={page + 1 >= pages}
        onPress={() => onPage(page + 1)}
      >
        <ChevronRightIcon />
      </ActionButton>
    </nav>
  );
}
