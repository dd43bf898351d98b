import { useTranslation } from '@primazia/kit';
import { HelpIcon, LinkOutIcon, VisuallyHidden } from '@primazia/kit/ui';
import { useSite } from '../site/use-site.ts';

/** A link to the training site of a third party: in a new tab without access to this one. */
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
