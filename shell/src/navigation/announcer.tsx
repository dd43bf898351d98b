import { VisuallyHidden } from '@primazia/kit/ui';
import { useEffect } from 'react';
import { usePageTitle } from './title.ts';
import { usePath } from './use-path.ts';

/** Announces the opened page to screen readers, and scrolls to its top. */
export function Announcer() {
  const title = usePageTitle();
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <VisuallyHidden>
      <span role="status">{title}</span>
    </VisuallyHidden>
  );
}
