import { lazily, useSession } from '@primazia/kit';
import { ErrorBoundary } from '@primazia/kit/shell';
import { DialogContainer } from '@primazia/kit/ui';
import { useEffect } from 'react';
import { providerPath } from '../navigation/sign-in-places.ts';
import { usePath } from '../navigation/use-path.ts';

const AskPassword = lazily(async () => (await import('./ask-password.tsx')).AskPassword);

/** A delay after which the page has been rendered for long, in ms. */
const QUIET = 10_000;

const nothing = () => {};

/** Asks for the password over the page when the session cannot be renewed; what was typed below stays. */
export function ExpiredDialog() {
  const { expired, token } = useSession();
  // A person who is returning from a provider is not asked for the password too.
  const isComing = usePath().startsWith(providerPath(''));
  useEffect(() => {
    // Loaded before it is needed: the server may have another version of the shell by then.
    const timer = setTimeout(() => {
      AskPassword.preload().catch((error: unknown) =>
        console.warn('The dialog of an expired session is not loaded yet.', error),
      );
    }, QUIET);
    return () => clearTimeout(timer);
  }, []);
  return (
    <DialogContainer onDismiss={nothing} isKeyboardDismissDisabled>
      {expired && token !== null && !isComing && (
        // If its code does not load, the input below must stay.
        <ErrorBoundary name="The dialog of an expired session" onRetry={nothing}>
          <AskPassword />
        </ErrorBoundary>
      )}
    </DialogContainer>
  );
}
