import { DialogContainer } from '@primazia/kit';
import { type ComponentProps, createContext, use, useEffect, useState } from 'react';

const Hold = createContext<(isHeld: boolean) => void>(() => undefined);

type HeldDialogContainerProps = Omit<
  ComponentProps<typeof DialogContainer>,
  'isKeyboardDismissDisabled'
>;

/** A place for dialogs that tell what came of what they do: no key closes one as long as that is on its way. */
export function HeldDialogContainer(props: HeldDialogContainerProps) {
  const [isHeld, setHeld] = useState(false);
  return (
    <Hold value={setHeld}>
      <DialogContainer {...props} isKeyboardDismissDisabled={isHeld} />
    </Hold>
  );
}

/** Holds the dialog that this is drawn in, where it stands in a `HeldDialogContainer`. */
export function useHeldDialog(isHeld: boolean): void {
  const hold = use(Hold);
  useEffect(() => {
    if (!isHeld) return;
    hold(true);
    return () => hold(false);
  }, [hold, isHeld]);
}
