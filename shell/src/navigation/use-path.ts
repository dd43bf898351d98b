import { useLocation } from '@tanstack/react-router';

/** The path of the page, without its query. */
export const usePath = (): string => useLocation({ select: ({ pathname }) => pathname });

/** Whether a predicate holds for the path of the page: the component renders again only when that changes. */
export const useIsPath = (holds: (path: string) => boolean): boolean =>
  useLocation({ select: ({ pathname }) => holds(pathname) });
