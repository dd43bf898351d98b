import type { Indicators } from '@primazia/backend/insights/contract';
import type { ApiError } from '@primazia/kit';
import { ErrorState, Skeleton } from '@primazia/kit/ui';
import type { ReactNode } from 'react';

interface PanelProps {
  result: {
    data: Indicators | undefined;
    error: ApiError | null;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  rows: number;
  children: (answer: Indicators) => ReactNode;
}

/** A part of a page that is answered by one question. */
export function Panel({
  result: { data, error, refetch, isPlaceholderData },
  rows,
  children,
}: PanelProps) {
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={rows} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="panel" aria-busy={isPlaceholderData}>
      {children(data)}
    </div>
  );
}
