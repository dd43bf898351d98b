import { useLocation } from '@tanstack/react-router';

/** The path of the page, without its query. */
export const usePath = (): string => useLocation({ select: ({ pathname }) => pathname });

/** Whether something holds of the path of the page: a component that uses it renders again when that changes, not at each step. */
export const useIsPath = (holds: (path: string) => boolean): boolean =>
  useLocation({ select: ({ pathname }) => holds(pathname) });
