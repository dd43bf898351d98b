import { ToastContainer, ToastQueue } from '../spectrum.ts';
import { AwaitedNotice } from './awaited-notice.tsx';

export type ToastKind = 'info' | 'positive' | 'negative' | 'notice';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
  /** In ms, 5000 at least; without an action the default is 6000. A toast with an action stays until it is closed. */
  timeout?: number;
}

const DEFAULT_MS = 6_000;

/** Spectrum has no toast for a warning. */
const SHOWN_AS = {
  info: 'info',
  positive: 'positive',
  negative: 'negative',
  notice: 'neutral',
} as const;

/**
 * Shows a message at the edge of the page, from anywhere in the suite: the queue is the kit's, the shell renders it. It
 * repeats what is shown elsewhere too, and is never the only record.
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

/** Renders the toasts, and the notice of a part that was opened and is still loading; once on a page, by the shell. */
export function Toasts() {
  return (
    <>
      <ToastContainer placement="bottom end" />
      <AwaitedNotice />
    </>
  );
}
