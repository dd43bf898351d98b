import { useTranslation } from '@primazia/kit';
import { BeakerIcon } from '@primazia/kit/ui';
import { useSite } from './use-site.ts';

/** Marks a test environment; shows nothing in production. */
export function EnvironmentTag() {
  const { t } = useTranslation();
  const environment = useSite()?.environment ?? 'production';
  if (environment === 'production') return null;
  return (
    <span
      className="environment"
      data-environment={environment}
      title={t(`environment.${environment}_text`)}
    >
      <BeakerIcon size="XS" aria-hidden="true" />
      {t(`environment.${environment}`)}
    </span>
  );
}
