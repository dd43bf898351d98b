import { ToastContainer, ToastQueue } from '../spectrum.ts';
import { AwaitedNotice } from './awaited-notice.tsx';

export type ToastKind = 'info' | 'positive' | 'negative' | 'notice';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
  /** In ms, 5000 at least; without an action the default is 6000. A toast with an action stays until it is closed. */
  timeout?: number;
}

const DEFAULT_MS = 6_000;

/** Spectrum knows no toast for a warning. */
const SHOWN_AS = {
  info: 'info',
  positive: 'positive',
  negative: 'negative',
  notice: 'neutral',
} as const;

/**
 * Tells something at the edge of the page, from anywhere in the suite: the queue is the kit's, the shell draws it.
 * It is the echo of something that is elsewhere too, never its only record.
 * @returns closes it
 */
export function toast(kind: ToastKind, text: string, options: ToastOptions = {}): () => void {
  const { action } = options;
  return ToastQueue[SHOWN_AS[kind]](text, {
    ...(action === undefined
      ? { timeout: options.timeout ?? DEFAULT_MS }
      : { actionLabel: action.label, onAction: action.onPress, shouldCloseOnAction: true }),
  });
}

/** Draws the toasts, and what tells of something that was opened and is still on its way; once on a page, by the shell. */
export function Toasts() {
  return (
    <>
      <ToastContainer placement="bottom end" />
      <AwaitedNotice />
    </>
  );
}
