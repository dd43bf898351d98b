import type { Page } from '@primazia/backend/kernel/page';
import type { ApiError } from '@primazia/kit';
import { ErrorState, Skeleton } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { PageTurner } from './page-turner.tsx';

interface PagedProps<Item> {
  label: string;
  result: { data: Page<Item> | undefined; error: ApiError | null; refetch: () => unknown };
  /** Counts from 0. */
  page: number;
  onPage: (page: number) => void;
  /** What is shown where there is no item at all. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A page of a list inside a page or a dialog, with the way to the others. */
export function Paged<Item>({ label, result, page, onPage, empty, children }: PagedProps<Item>) {
  const { data, error, refetch } = result;
  if (data === undefined) {
    return error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  if (data.totalElements === 0 && empty !== undefined) return empty;
  return (
    <>
      {children(data.content)}
      <PageTurner label={label} page={page} pages={data.totalPages} onPage={onPage} />
    </>
  );
}
