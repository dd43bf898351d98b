import { Skeleton } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';

/** A module whose code is here is mounted sooner than this, in ms: rendering a skeleton first would only delay it. */
export const SKELETON_MS = 150;

/** Stands for a page that is loading. */
export function PageSkeleton() {
  return (
    <div className="module-wait">
      <Skeleton rows={8} />
    </div>
  );
}

/** Stands for a module until it is mounted. */
export function ModuleWaits() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SKELETON_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <PageSkeleton /> : null;
}
