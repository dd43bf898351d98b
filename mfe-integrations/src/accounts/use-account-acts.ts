import {
  accountIntegrations,
  disconnectAccount,
  renameAccount,
  syncAccountNow,
} from '@primazia/backend/catalog/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';

const invalidates = [accountIntegrations];

/** Starts a sync of an account's listings; its progress is updated live. */
export function useSyncNow() {
  const { t } = useTranslation();
  return useMutateCall(syncAccountNow, { invalidates, onError: (error) => showError(t, error) });
}

export function useRename(onDone: () => void) {
  const { t } = useTranslation();
  return useMutateCall(renameAccount, {
    invalidates,
    onSuccess: ({ name }) => {
      onDone();
      toast('positive', t('accounts.renamed', { name }));
    },
    onError: (error) => showError(t, error),
  });
}

export function useDisconnect(onDone: () => void) {
  const { t } = useTranslation();
  return useMutateCall(disconnectAccount, {
    invalidates,
    onSuccess: ({ name }) => {
      onDone();
      toast('info', t('accounts.disconnected', { name }));
    },
    onError: (error) => showError(t, error),
  });
}
