import type { PreviewBody } from '@primazia/backend/pricing/contract';
import { DialogContainer } from '@primazia/kit/ui';
import { type ReactNode, useState } from 'react';
import { panelType } from '../ui/dialog-type.ts';
import { BacktestDialog } from './backtest-dialog.tsx';

/** The dialog that backtests a rule, and the function that opens it. */
export function useBacktestDialog(
  rule: PreviewBody['rule'],
  name: string,
  listingIds: readonly number[],
): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [type] = useState(panelType);
  const close = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: (
      <DialogContainer type={type} onDismiss={close}>
        {isOpen && (
          <BacktestDialog rule={rule} name={name} listingIds={listingIds} onClose={close} />
        )}
      </DialogContainer>
    ),
  };
}
