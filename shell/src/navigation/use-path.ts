import { useLocation } from '@tanstack/react-router';

/** The path of the page, without its query. */
export const usePath = (): string => useLocation({ select: ({ pathname }) => pathname });
