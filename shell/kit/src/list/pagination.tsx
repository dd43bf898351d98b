import { PAGE_SIZES } from '@primazia/backend/kernel/page';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.ts';
import { Item, Picker } from '../spectrum.ts';
import { ListLink } from './list-link.tsx';
import type { ListHandle } from './use-list-state.ts';

const SIZES = PAGE_SIZES.map((size) => ({ key: String(size) }));

/** The present page, its neighbours, and how many rows a page has. */
export function Pagination({ list, total }: { list: ListHandle; total: number }) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { page, limit } = list.state;
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const values = {
    first: format.integer(first),
    last: format.integer(Math.min(total, page * limit)),
    total: format.integer(total),
  };
  return (
    <nav className="pz-pagination" aria-label={t('list.pages')}>
      <div className="pz-pagination-size">
        <span aria-hidden="true">{t('list.pageSize')}</span>
        <div className="pz-pagination-picker">
          <Picker
            aria-label={t('list.pageSize')}
            items={SIZES}
            selectedKey={String(limit)}
            onSelectionChange={(key) => list.change({ limit: Number(key) })}
            width="size-1000"
            isQuiet
          >
            {({ key }) => <Item key={key}>{key}</Item>}
          </Picker>
        </div>
      </div>
      <span role="status" className="pz-pagination-range">
        {t('list.range', values)}
      </span>
      <div className="pz-pagination-steps">
        <Step list={list} page={page - 1} isAllowed={page > 1} label={t('list.previousPage')}>
          <ChevronLeftIcon size="S" />
        </Step>
        <span>{t('list.page', { page: format.integer(page), pages: format.integer(pages) })}</span>
        <Step list={list} page={page + 1} isAllowed={page < pages} label={t('list.nextPage')}>
          <ChevronRightIcon size="S" />
        </Step>
      </div>
    </nav>
  );
}

interface StepProps {
  list: ListHandle;
  page: number;
  isAllowed: boolean;
  label: string;
  children: React.ReactNode;
}

function Step({ list, page, isAllowed, label, children }: StepProps) {
  if (!isAllowed) {
    return (
      <span className="pz-icon-link pz-icon-link-off" aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <ListLink list={list} to={{ page }} className="pz-icon-link" label={label}>
      {children}
    </ListLink>
  );
}
