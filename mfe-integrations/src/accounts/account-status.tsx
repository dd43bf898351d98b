import type { AccountStatus } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { AlertCircleIcon, CheckmarkCircleIcon, ClockIcon, StatusTag } from '@primazia/kit/ui';

const APPEARANCE = {
  active: { tone: 'positive', icon: CheckmarkCircleIcon },
  pending: { tone: 'notice', icon: ClockIcon },
  inactive: { tone: 'negative', icon: AlertCircleIcon },
} as const;

/** The status of an account, in one word. */
export function AccountTag({ status }: { status: AccountStatus }) {
  const { t } = useTranslation();
  return <StatusTag {...APPEARANCE[status]}>{t(`accounts.status.${status}`)}</StatusTag>;
}
