import { lazily } from '@primazia/kit';
import { PeriodSearch } from '@primazia/kit/chart';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';

// Each page is fetched when it is opened.
const CampaignsPage = lazily(
  async () => (await import('./pages/campaigns.tsx')).CampaignsPage,
  <Skeleton rows={8} />,
);
const CampaignPage = lazily(
  async () => (await import('./pages/campaign.tsx')).CampaignPage,
  <Skeleton rows={8} />,
);

const NewCampaignPage = lazily(
  async () => (await import('./pages/new-campaign.tsx')).NewCampaignPage,
  <Skeleton rows={8} />,
);

const WithoutAdsPage = lazily(
  async () => (await import('./pages/without-ads.tsx')).WithoutAdsPage,
  <Skeleton rows={8} />,
);

const ChangeHistoryPage = lazily(
  async () => (await import('./pages/change-history.tsx')).ChangeHistoryPage,
  <Skeleton rows={8} />,
);

const CampaignReportPage = lazily(
  async () => (await import('./pages/campaign-report.tsx')).CampaignReportPage,
  <Skeleton rows={8} />,
);

const TargetsPage = lazily(
  async () => (await import('./pages/targets.tsx')).TargetsPage,
  <Skeleton rows={8} />,
);

const root = createRootRoute({ component: Outlet });

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campanhas/$campaignId',
  // Whether the campaign is edited.
  validateSearch: z.object({ edit: z.literal(true).optional().catch(undefined) }),
  component: () => (
    <CampaignPage
      campaignId={Number(campaign.useParams().campaignId)}
      isEdited={campaign.useSearch().edit === true}
    />
  ),
});

const report = createRoute({
  getParentRoute: () => root,
  path: '/campanhas/$campaignId/relatorio',
  validateSearch: PeriodSearch,
  component: () => (
    <CampaignReportPage
      campaignId={Number(report.useParams().campaignId)}
      search={report.useSearch()}
    />
  ),
});

const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campanhas/nova',
  validateSearch: z.object({
    creation: z.coerce.number().optional().catch(undefined),
    // The listings for a new campaign, and their account.
    account: z.coerce.number().optional().catch(undefined),
    listings: z.coerce
      .string()
      .regex(/^\d+(,\d+)*$/)
      .optional()
      .catch(undefined),
  }),
  component: () => <NewCampaignPage {...newCampaign.useSearch()} />,
});

export const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/campanhas', component: CampaignsPage }),
  newCampaign,
  createRoute({
    getParentRoute: () => root,
    path: '/campanhas/historico',
    validateSearch: z.looseObject({}),
    component: ChangeHistoryPage,
  }),
  campaign,
  report,
  createRoute({
    getParentRoute: () => root,
    path: '/gerenciador-vinculos',
    validateSearch: z.looseObject({}),
    component: TargetsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/anuncios-sem-ads',
    validateSearch: z.looseObject({}),
    component: WithoutAdsPage,
  }),
]);
