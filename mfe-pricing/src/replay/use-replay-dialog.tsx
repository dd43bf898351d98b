import type { PreviewBody } from '@primazia/backend/pricing/contract';
import { DialogContainer } from '@primazia/kit';
import { type ReactNode, useState } from 'react';
import { panelType } from '../rule/panel-type.ts';
import { Replay } from './replay.tsx';

/** The dialog in which a rule is tried on the past, and how it is opened. */
export function useReplayDialog(
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
        {isOpen && <Replay rule={rule} name={name} listingIds={listingIds} onClose={close} />}
      </DialogContainer>
    ),
  };
}
