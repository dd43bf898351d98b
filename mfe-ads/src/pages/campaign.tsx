import { getCampaign } from '@primazia/backend/ads/contract';
import { useFormat, useLiveRefresh, useQueryCall, useTranslation } from '@primazia/kit';
import { Ago, Content, Heading, InlineAlert, MarketplaceMark, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { Additions } from '../campaign/additions.tsx';
import { CampaignActs } from '../campaign/campaign-acts.tsx';
import { CampaignEditor } from '../campaign/campaign-editor.tsx';
import { CampaignError } from '../campaign/campaign-error.tsx';
import { ChangeHistory } from '../campaign/change-history.tsx';
import { FigureCards, FigureDaysNote } from '../campaign/figure-cards.tsx';
import { GroupSection } from '../campaign/group-section.tsx';
import { Shares } from '../campaign/shares.tsx';
import { CampaignStatusTag } from '../campaign/status-tag.tsx';
import '../campaign/campaign.css';

interface CampaignPageProps {
  campaignId: number;
  /** Whether it is changed by the steps of the wizard. */
  isEdited: boolean;
}

/** A campaign with its groups, and what the engine would bid for each of their targets. */
export function CampaignPage({ campaignId, isEdited }: CampaignPageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQueryCall(getCampaign, { params: { campaignId }, query: {} });
  useLiveRefresh(['campaigns'], [getCampaign]);
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={8} />
    ) : (
      <CampaignError error={error} onRetry={refetch} />
    );
  if (isEdited) return <CampaignEditor details={data} />;
  const { campaign, days, capabilities, groups, link, isPartial } = data;
  const {
    currencyCode,
    type,
    strategy,
    goalAcos,
    automation,
    decidedAt,
    biddingStrategy,
    startDate,
    endDate,
    placements,
    roasTarget,
    shares,
  } = campaign;
  const facts: [label: string, value: string][] = [
    [t('campaigns.column.daily_budget'), format.money(campaign.dailyBudget, currencyCode)],
    ...(roasTarget === null
      ? []
      : [
          [
            t('campaigns.column.roas_target'),
            t('campaign.roas_target', {
              roas: format.decimal(roasTarget, 1),
              acos: format.percent(1 / roasTarget),
            }),
          ] as [string, string],
        ]),
    [t('campaigns.column.type'), t(`ads.type.${type}`)],
    [
      t('campaigns.column.strategy'),
      goalAcos === null
        ? t(`ads.strategy.${strategy}`)
        : `${t(`ads.strategy.${strategy}`)} · ${t('strategy.goal_of', { goal: format.percent(goalAcos / 100) })}`,
    ],
    ...(strategy === 'none'
      ? []
      : [[t('strategy.automation'), t(`ads.automation.${automation}`)] as [string, string]]),
    ...(biddingStrategy === null
      ? []
      : [[t('campaigns.column.bidding'), t(`ads.bidding.${biddingStrategy}`)] as [string, string]]),
    [t('campaigns.column.start'), format.date(startDate)],
    [t('campaigns.column.end'), endDate === null ? t('campaign.no_end') : format.date(endDate)],
    ...placements.map(({ placement, percent }): [string, string] => [
      t(`campaign.placement.${placement}`),
      `+${format.percent(percent / 100)}`,
    ]),
  ];
  return (
    <section className="campaign">
      <header>
        <Link to="/campanhas">{t('campaign.all')}</Link>
        <h1>
          <MarketplaceMark id={campaign.marketplaceId} /> {campaign.name}
        </h1>
        <p className="campaign__line">
          <CampaignStatusTag campaign={campaign} />
          <span>{campaign.accountName}</span>
          <span>
            {t('campaign.read')} <Ago at={campaign.readAt} />
          </span>
          {link !== null && (
            <a href={link} target="_blank" rel="noreferrer">
              {t('campaign.link')}
            </a>
          )}
          <Link
            to="/campanhas/$campaignId/relatorio"
            params={{ campaignId: String(campaignId) }}
            search={{}}
          >
            {t('report.title')}
          </Link>
        </p>
      </header>
      <Additions campaignId={campaignId} />
      <CampaignActs campaign={campaign} capabilities={capabilities} />
      {!capabilities.writes && (
        <InlineAlert variant="notice">
          <Heading level={2}>{t('campaign.read_only')}</Heading>
          <Content>{t('campaign.read_only_text')}</Content>
        </InlineAlert>
      )}
      {capabilities.bid === null && <p className="campaign__hint">{t('campaign.no_bids')}</p>}
      <dl className="campaign__facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <FigureDaysNote days={days} />
      <FigureCards figures={campaign.figures} currencyCode={currencyCode} />
      {shares !== null && <Shares shares={shares} />}
      {strategy === 'none' && <p className="campaign__hint">{t('campaign.imported')}</p>}
      {automation !== 'off' && decidedAt !== null && (
        <p className="campaign__hint">
          {t('strategy.decided')} <Ago at={decidedAt} />
        </p>
      )}
      {groups.map((group) => (
        <GroupSection
          key={group.id}
          campaign={campaign}
          group={group}
          writes={capabilities.writes}
          canPause={capabilities.edits.includes('groupStatus')}
        />
      ))}
      {groups.length === 0 && <p>{t('campaign.no_groups')}</p>}
      {isPartial && <p>{t('campaign.partial')}</p>}
      <ChangeHistory campaignId={campaign.id} link={link} />
    </section>
  );
}
