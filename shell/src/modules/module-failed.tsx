import { useTranslation } from '@primazia/kit';
import type { LoadFailure } from '@primazia/kit/remote';
import {
  AlertIcon,
  Button,
  ClockIcon,
  CloudDisconnectedIcon,
  LockClosedIcon,
  RefreshIcon,
} from '@primazia/kit/ui';
import { useSnapshot } from 'valtio';
import { NoticePage } from '../brand/notice-page.tsx';
import { useShell } from '../shell-context.ts';

const ICONS = {
  down: CloudDisconnectedIcon,
  slow: ClockIcon,
  broken: AlertIcon,
  'too-new': RefreshIcon,
  tampered: LockClosedIcon,
} as const satisfies Record<LoadFailure, typeof AlertIcon>;

export const isFailure = (place: string | undefined): place is LoadFailure =>
  place !== undefined && place in ICONS;

interface ModuleFailedProps {
  failure: LoadFailure;
  name: string;
  /** The name of the section in the sidebar. */
  label: string;
}

/** Shown in place of a module: what failed, and what the person can do about it. */
export function ModuleFailed({ failure, name, label }: ModuleFailedProps) {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { overrides, reloadDue } = useSnapshot(modules.state);
  const override = overrides.find((one) => one.name === name);
  const Icon = ICONS[failure];
  const retry = () => void modules.retry(name);
  // A reload of the page loads the shell that the module was built for.
  const needsReload = failure === 'too-new' && reloadDue;
  const text = needsReload ? 'too-new_text_reload' : `${failure}_text`;
  return (
    <NoticePage
      role="alert"
      icon={<Icon size="L" aria-hidden="true" />}
      title={t(`module.${failure}_title`)}
      text={t(`module.${text}`, { name: label })}
    >
      {override !== undefined && (
        <p className="notice-text">{t('override.failed', { name, address: override.base })}</p>
      )}
      {needsReload ? (
        <Button variant="accent" onPress={() => window.location.reload()}>
          {t('reload.now')}
        </Button>
      ) : (
        <Button variant="accent" onPress={retry}>
          {t('retry')}
        </Button>
      )}
      {override !== undefined && (
        <Button variant="secondary" onPress={() => void modules.resetOverrides()}>
          {t('override.reset')}
        </Button>
      )}
    </NoticePage>
  );
}
