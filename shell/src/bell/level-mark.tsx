import type { Level } from '@primazia/backend/kernel/bell';
import { useTranslation } from '@primazia/kit';
import { AlertCircleIcon, AlertIcon, CheckmarkCircleIcon, InfoIcon } from '@primazia/kit/ui';

const ICONS = {
  info: InfoIcon,
  warn: AlertIcon,
  error: AlertCircleIcon,
  success: CheckmarkCircleIcon,
} as const satisfies Record<Level, unknown>;

/** A level as icon, word and colour. */
export function LevelMark({ level }: { level: Level }) {
  const { t } = useTranslation();
  const Icon = ICONS[level];
  return (
    <span className="level" data-level={level}>
      <Icon size="S" aria-hidden="true" />
      {t(`bell.levels.${level}`)}
    </span>
  );
}
