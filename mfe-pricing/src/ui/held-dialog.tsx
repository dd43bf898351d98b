import { DialogContainer } from '@primazia/kit/ui';
import { type ComponentProps, createContext, use, useEffect, useState } from 'react';

const Hold = createContext<(isHeld: boolean) => void>(() => undefined);

type HeldDialogContainerProps = Omit<
  ComponentProps<typeof DialogContainer>,
  'isKeyboardDismissDisabled'
>;

/** A container for dialogs that show the result of a request: no key closes one while the request is pending. */
export function HeldDialogContainer(props: HeldDialogContainerProps) {
  const [isHeld, setHeld] = useState(false);
  return (
    <Hold value={setHeld}>
      <DialogContainer {...props} isKeyboardDismissDisabled={isHeld} />
    </Hold>
  );
}

/** Keeps the dialog around it open, inside a `HeldDialogContainer`. */
export function useHeldDialog(isHeld: boolean): void {
  const hold = use(Hold);
  useEffect(() => {
    if (!isHeld) return;
    hold(true);
    return () => hold(false);
  }, [hold, isHeld]);
}
