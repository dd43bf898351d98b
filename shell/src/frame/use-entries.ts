import { useMay, useSession, useTranslation } from '@primazia/kit';
import { useSnapshot } from 'valtio';
import { entriesFor } from '../modules/registry.ts';
import { AUDIT, TEAM, TEST_PATHS } from '../navigation/own-paths.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';

/** An entry of the sidebar. */
export interface NavEntry {
  /** One of `GROUPS`, or an unknown one. */
  group: string;
  path: string;
  label: string;
  icon: string | undefined;
}

/** The entries of the sidebar: the pages of the modules, and after them those of the shell. */
export function useEntries(): NavEntry[] {
  const { t } = useTranslation();
  const { locale } = useSession();
  const { list } = useSnapshot(useShell().modules.state);
  const may = useMay();
  const isStage = useSite()?.environment === 'stage';
  const offered = entriesFor(list, may).map(({ group, path, labels, icon }) => ({
    group,
    path,
    label: labels[locale],
    icon,
  }));
  return [
    ...offered,
    { group: 'settings', path: TEAM, label: t('team.title'), icon: 'people' },
    ...(may('write')
      ? [{ group: 'settings', path: AUDIT, label: t('audit.title'), icon: 'audit' }]
      : []),
    ...(isStage
      ? [{ group: 'tests', path: TEST_PATHS[0], label: t('test_page.title'), icon: 'settings' }]
      : []),
  ];
}
