import {
  BUYBOX_FIELDS,
  type BuyboxField,
  type MonitoredListing,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useSession, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import {
  BuyboxTag,
  CheckmarkCircleIcon,
  RemoveCircleIcon,
  Reputation,
  StatusTag,
  TwoLines,
} from '@primazia/kit/ui';
import { useMemo } from 'react';
import { WinnerLink } from '../competitor/winner-link.tsx';
import { withMarketExports } from '../listing/market-exports.ts';
import { useSharedFields } from '../listing/use-shared-fields.tsx';
import { dayName } from '../overview/day-name.ts';
import { Tips } from './tips.tsx';

interface CellProps {
  listing: MonitoredListing;
}

/** The buybox status, and since when it is so. */
function StatusCell({ listing: { buyboxStatus, marketplaceId, buyboxSince } }: CellProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const tag = <BuyboxTag status={buyboxStatus} marketplaceId={marketplaceId} />;
  if (buyboxSince === null) return tag;
  return (
    <TwoLines
      small={
        <span title={format.dateTime(buyboxSince)}>
          {t('buybox.for', { age: format.age(buyboxSince) })}
        </span>
      }
    >
      {tag}
    </TwoLines>
  );
}

/** Who has the buybox, at which price, and who sends it. */
function WinnerCell({ listing }: CellProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { winnerName, winnerPrice, winnerFulfillment, winnerReputationLevel, currencyCode } =
    listing;
  if (winnerName === null && winnerPrice === null) return MISSING;
  return (
    <TwoLines
      small={
        <>
          {format.money(winnerPrice, currencyCode)}
          {winnerFulfillment === true && ` · ${t('buybox.sent_by_marketplace')}`}
          {winnerReputationLevel !== null && (
            <>
              {' · '}
              <span title={t('buybox.reputation', { level: winnerReputationLevel })}>
                <Reputation level={winnerReputationLevel} reported={null} />
              </span>
            </>
          )}
        </>
      }
    >
      <WinnerLink listing={listing} />
    </TwoLines>
  );
}

/** How far the price is from the winner's. */
function GapCell({ listing: { gap, gapPercent, currencyCode } }: CellProps) {
  const format = useFormat();
  if (gap === null) return MISSING;
  return (
    <TwoLines small={gapPercent === null ? null : format.signedPercent(gapPercent / 100)}>
      {format.signedMoney(gap, currencyCode)}
    </TwoLines>
  );
}

/** Whether the price to win is within the minimum, and the contribution margin of a unit. */
function WinnableCell({ listing: { isWinnable, contributionToWin, currencyCode } }: CellProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (isWinnable === null && contributionToWin === null) return MISSING;
  const small =
    contributionToWin === null
      ? null
      : t('buybox.contribution', { amount: format.signedMoney(contributionToWin, currencyCode) });
  if (isWinnable === null) return small;
  return (
    <TwoLines small={small}>
      <StatusTag
        tone={isWinnable ? 'positive' : 'neutral'}
        icon={isWinnable ? CheckmarkCircleIcon : RemoveCircleIcon}
      >
        {t(isWinnable ? 'buybox.winnable' : 'buybox.not_winnable')}
      </StatusTag>
    </TwoLines>
  );
}

/** The columns and filters of buybox monitoring; the same objects until the language changes. */
export function useBuyboxColumns(): ListDeclaration<MonitoredListing> {
  const { t } = useTranslation();
  const format = useFormat();
  const { locale } = useSession();
  const { title, price, bestRival, rivals, observed, rest } = useSharedFields();
  return useMemo(
    () =>
      withMarketExports(
        t,
        declareList<MonitoredListing, BuyboxField>(BUYBOX_FIELDS, [
          title,
          {
            field: 'buyboxStatus',
            label: t('buybox.status'),
            valueName: (value) => t(`kit:buybox.${value}`),
            filter: { open: 1 },
            help: 'buybox',
            cell: (listing) => <StatusCell listing={listing} />,
          },
          price,
          {
            id: 'winner',
            label: t('buybox.winner'),
            exports: ['winnerName', 'winnerPrice'],
            cell: (listing) => <WinnerCell listing={listing} />,
          },
          {
            field: 'priceToWin',
            label: t('buybox.price_to_win'),
            help: 'price_to_win',
            ordered: true,
            cell: ({ priceToWin, currencyCode }) => format.money(priceToWin, currencyCode),
          },
          {
            id: 'gapToWinner',
            label: t('buybox.gap'),
            exports: ['gap', 'gapPercent'],
            orderBy: 'gap',
            numeric: true,
            cell: (listing) => <GapCell listing={listing} />,
          },
          {
            field: 'isWinnable',
            label: t('buybox.is_winnable'),
            valueName: (value) => t(value === 'true' ? 'buybox.winnable' : 'buybox.not_winnable'),
            filter: { open: 2 },
            cell: (listing) => <WinnableCell listing={listing} />,
          },
          {
            id: 'position',
            label: t('buybox.position'),
            exports: [],
            numeric: true,
            cell: ({ position, rivals: others }) =>
              position === null
                ? MISSING
                : t('buybox.position_of', { position, of: Math.max(position, others + 1) }),
          },
          rivals,
          {
            id: 'tips',
            label: t('buybox.tips'),
            exports: [],
            cell: (listing) => <Tips listing={listing} />,
          },
          {
            field: 'shareWeek',
            label: t('buybox.share_week'),
            ordered: true,
            cell: ({ shareWeek }) => format.percent(shareWeek === null ? null : shareWeek / 100),
          },
          {
            field: 'shareDay',
            label: t('buybox.share_day'),
            hidden: true,
            ordered: true,
            cell: ({ shareDay }) => format.percent(shareDay === null ? null : shareDay / 100),
          },
          {
            field: 'shareMonth',
            label: t('buybox.share_month'),
            hidden: true,
            ordered: true,
            cell: ({ shareMonth }) => format.percent(shareMonth === null ? null : shareMonth / 100),
          },
          { field: 'buyboxSince', label: t('buybox.since') },
          {
            field: 'lostHour',
            label: t('buybox.lost_hour'),
            valueName: (value) => {
              const [day, hour] = value.split('-');
              return t('buybox.day_and_hour', { day: dayName(locale, Number(day) - 1), hour });
            },
          },
          bestRival,
          observed,
          { field: 'winnerName', label: t('buybox.winner') },
          {
            field: 'winnerPrice',
            label: t('buybox.winner_price'),
            hidden: true,
            ordered: true,
            cell: ({ winnerPrice, currencyCode }) => format.money(winnerPrice, currencyCode),
          },
          { field: 'gap', label: t('buybox.gap_money') },
          { field: 'gapPercent', label: t('buybox.gap_percent') },
          {
            field: 'contributionToWin',
            label: t('buybox.contribution_to_win'),
            hidden: true,
            ordered: true,
            cell: ({ contributionToWin, currencyCode }) =>
              format.money(contributionToWin, currencyCode),
          },
          {
            field: 'rankingStatus',
            label: t('outside.ranking'),
            valueName: (value) => t(`outside.rank.${value}`),
          },
          ...rest,
        ]),
      ),
    [t, format, locale, title, price, bestRival, rivals, observed, rest],
  );
}
