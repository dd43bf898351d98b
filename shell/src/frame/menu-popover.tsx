import { ActionButton, Content, Dialog, DialogTrigger } from '@primazia/kit/ui';
import { type ReactElement, type ReactNode, useState } from 'react';

export interface MenuPopoverProps {
  label: string;
  /** What is in the button. */
  face: ReactElement;
  /** The menu; calls what it is given when something was chosen. */
  children: (close: () => void) => ReactNode;
}

/**
 * A menu below its button, on a phone from the edge of the screen. In a dialog: Spectrum's own menu stands outside of
 * every landmark of the page, where those who jump between landmarks do not come by.
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
