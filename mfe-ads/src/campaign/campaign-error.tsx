import { useTranslation } from '@primazia/kit';
import { ErrorState } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A page of a campaign that cannot be shown, with the way back to all of them. */
export function CampaignError(props: ComponentProps<typeof ErrorState>) {
  const { t } = useTranslation();
  return (
    <section className="campaign">
      <Link to="/campanhas">{t('campaign.all')}</Link>
      <ErrorState {...props} />
    </section>
  );
}
