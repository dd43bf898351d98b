import { useTranslation } from '@primazia/kit';
import { BeakerIcon, Button } from '@primazia/kit/ui';
import { useSnapshot } from 'valtio';
import { useShell } from '../shell-context.ts';

/** Shows which modules come from a developer's machine, with a button that loads them from the registry again. */
export function OverrideBadge() {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { overrides } = useSnapshot(modules.state);
  if (overrides.length === 0) return null;
  return (
    <section className="override-badge" aria-label={t('override.label')}>
      <BeakerIcon size="S" aria-hidden="true" />
      <ul className="override-list">
        {overrides.map(({ name, base }) => (
          <li key={name}>{t('override.one', { name, host: new URL(base).host })}</li>
        ))}
      </ul>
      <Button variant="secondary" onPress={() => void modules.resetOverrides()}>
        {t('override.reset')}
      </Button>
    </section>
  );
}
