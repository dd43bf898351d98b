import { useTranslation } from '@primazia/kit';
import { HelpIcon, LinkOutIcon, VisuallyHidden } from '@primazia/kit/ui';
import { useSite } from '../site/use-site.ts';

/** The way to the training site, which is not ours: in a tab of its own, and without a way back into this one. */
export function HelpLink() {
  const { t } = useTranslation();
  const site = useSite();
  if (site === null) return null;
  return (
    <a
      className="nav-link"
      href={site.helpUrl}
      target="_blank"
      rel="noopener noreferrer"
      title={t('help.hint', { host: new URL(site.helpUrl).host })}
    >
      <HelpIcon size="S" aria-hidden="true" />
      <span className="nav-label">
        {t('help.label')}
        <VisuallyHidden elementType="span"> {t('help.new_tab')}</VisuallyHidden>
      </span>
      <LinkOutIcon size="XS" aria-hidden="true" UNSAFE_className="nav-out" />
    </a>
  );
}
