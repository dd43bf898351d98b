import type { Indicators } from '@primazia/backend/insights/contract';
import { useBasePath, useFormat, usePlace, useTranslation } from '@primazia/kit';
import { type Point, type PointChart, Points } from '@primazia/kit/chart';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMetrics } from '../figures/use-metrics.ts';
import { writeValue } from '../figures/write.ts';
import {
  ACOS_BORDERS,
  type BandedCampaign,
  bandsOf,
  campaignsIn,
  currenciesOf,
} from './acos-bands.ts';
import { reportOf } from './campaigns-table.tsx';

/** Campaigns by ACOS: what each band costs, and every campaign by what it costs; one pair for each currency. */
export function AcosFigure({ answer }: { answer: Indicators }) {
  const { t } = useTranslation();
  const { rows, totalGroups } = answer;
  return (
    <>
      {currenciesOf(rows).map((currencyCode) => (
        <OfCurrency key={currencyCode} rows={rows} currencyCode={currencyCode} />
      ))}
      {totalGroups > rows.length && (
        <p className="figure__note">{t('acos.most', { count: rows.length, all: totalGroups })}</p>
      )}
    </>
  );
}

function OfCurrency({ rows, currencyCode }: { rows: Indicators['rows']; currencyCode: string }) {
  const campaigns = useMemo(() => campaignsIn(rows, currencyCode), [rows, currencyCode]);
  if (campaigns.length === 0) return null;
  return (
    <div className="drawings">
      <Bands campaigns={campaigns} currencyCode={currencyCode} />
      <CampaignPoints campaigns={campaigns} currencyCode={currencyCode} />
    </div>
  );
}

interface OfCampaigns {
  campaigns: readonly BandedCampaign[];
  currencyCode: string;
}

function Bands({ campaigns, currencyCode }: OfCampaigns) {
  const { t } = useTranslation();
  const format = useFormat();
  const bands = bandsOf(campaigns);
  const most = Math.max(1, ...bands.map(({ investment }) => investment));
  const [low, high] = ACOS_BORDERS.map((border) => format.percent(border / 100));
  return (
    <figure className="shares acos-bands">
      <figcaption>{t('acos.bands', { currencyCode })}</figcaption>
      <ul>
        {bands.map(({ band, campaigns: count, investment }) => (
          <li key={band} className="shares__bar">
            <span>{t(`acos.band.${band}`, { low, high })}</span>
            <span className="shares__room" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * investment) / most}%` }} />
            </span>
            <span>
              {writeValue(format, 'money', investment, currencyCode)}
              <span className="figure__note">{t('acos.campaigns', { count })}</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function CampaignPoints({ campaigns, currencyCode }: OfCampaigns) {
  const { t } = useTranslation();
  const format = useFormat();
  const { metrics } = useMetrics();
  const { history } = useRouter();
  const { root } = usePlace();
  const base = useBasePath();
  const chart = useMemo((): PointChart => {
    const points = campaigns.flatMap(({ row: { group }, investment, acos }): Point[] =>
      group === null || acos === null || investment === 0
        ? []
        : [{ id: group.id, name: group.name, x: investment, y: acos }],
    );
    const rowOf = new Map(campaigns.map(({ row }) => [row.group?.id, row]));
    return {
      label: t('acos.points', { currencyCode }),
      what: t('campaigns.campaign'),
      points,
      x: {
        name: metrics?.get('investment')?.label ?? '',
        write: (value) => writeValue(format, 'money', value, currencyCode),
      },
      y: { name: 'ACOS', write: (value) => format.percent(value / 100) },
      borders: ACOS_BORDERS,
      // On the page of a host there are no pages of other modules.
      ...(root === document && {
        onPoint: ({ id }) => {
          const row = rowOf.get(id);
          if (row) history.push(`${base}${reportOf(id, row)}`);
        },
      }),
    };
  }, [campaigns, currencyCode, metrics, format, history, root, base, t]);
  if (chart.points.length === 0) return null;
  return (
    <div className="drawing">
      <Points chart={chart} />
      <p className="figure__note">{t('acos.not_drawn')}</p>
    </div>
  );
}
