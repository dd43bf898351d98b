import { ActionButton, Content, Dialog, DialogTrigger } from '@primazia/kit/ui';
import { type ReactElement, type ReactNode, useState } from 'react';

export interface MenuPopoverProps {
  label: string;
  /** The content of the button. */
  face: ReactElement;
  /** The menu; it calls `close` after a choice. */
  children: (close: () => void) => ReactNode;
}

/**
 * A menu below its button, on a phone from the edge of the screen. It is a dialog: Spectrum's own menu is outside of
 * every landmark of the page, and people who navigate by landmarks miss it.
 */
export function MenuPopover({ label, face, children }: MenuPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger
      type="popover"
      placement="bottom end"
      mobileType="tray"
      hideArrow
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ActionButton isQuiet>{face}</ActionButton>
      <Dialog aria-label={label} UNSAFE_className="menu-popover">
        <Content>{children(() => setOpen(false))}</Content>
      </Dialog>
    </DialogTrigger>
  );
}
