import {
  markOneRead,
  markRead,
  notifications,
  settle,
} from '@primazia/backend/notifications/contract';
import {
  showError,
  useLiveRefresh,
  useMutateCall,
  useQueryCall,
  useSession,
  useTranslation,
} from '@primazia/kit';

const STEP = 15;

/** The newest notifications, how many are unread and wait, and the actions on them. */
export function useBell() {
  const { t } = useTranslation();
  const { companyId } = useSession();
  const query = useQueryCall(
    notifications,
    { query: { page: 0, limit: STEP } },
    { enabled: companyId !== null },
  );
  useLiveRefresh(['notifications'], [notifications]);
  const options = {
    invalidates: [notifications],
    onError: (error: unknown) => showError(t, error),
  };
  const all = useMutateCall(markRead, options);
  const one = useMutateCall(markOneRead, options);
  const settling = useMutateCall(settle, options);
  return {
    query,
    readAll: (upTo: number) => all.mutate({ body: { upTo } }),
    readOne: (notificationId: number) => one.mutate({ params: { notificationId } }),
    settle: (notificationId: number) => settling.mutate({ params: { notificationId } }),
  };
}
