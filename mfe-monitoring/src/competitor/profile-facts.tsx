import {
  type CompetitorProfile,
  FOLLOW_HOURS,
  FOLLOW_LEAST,
  PROFILE_DAYS,
} from '@primazia/backend/monitoring/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { Ago } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const HOUR_MINUTES = 60;

/** Hours with the precision of the observations. */
const toTenths = (format: ReturnType<typeof useFormat>, hours: number): string =>
  format.decimal(Math.round(hours * 10) / 10, 0);

/** The figures of a competitor, each with its basis. */
export function ProfileFacts({ profile }: { profile: CompetitorProfile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { following, taken, lowest, listings, present, countedAt } = profile;
  const span = (minutes: number) =>
    minutes < HOUR_MINUTES
      ? t('competitor.minutes', { minutes: format.integer(minutes) })
      : t('competitor.hours', { hours: toTenths(format, minutes / HOUR_MINUTES) });
  const facts: [label: string, value: ReactNode, small: string | null][] = [
    [
      t('competitor.competes'),
      t('competitor.listings', { count: present, number: format.integer(present) }),
      t('competitor.of_seen', { count: listings, number: format.integer(listings) }),
    ],
    [
      t('competitor.follows'),
      following.share === null ? t('competitor.unknown') : format.percent(following.share),
      following.share === null
        ? t('competitor.too_few', { count: following.changes, least: FOLLOW_LEAST })
        : t('competitor.of_changes', {
            count: following.changes,
            followed: format.integer(following.followed),
            number: format.integer(following.changes),
          }),
    ],
    [
      t('competitor.delay'),
      following.medianMinutes === null ? t('competitor.unknown') : span(following.medianMinutes),
      following.medianMinutes === null ? null : t('competitor.median'),
    ],
    [
      t('competitor.lowest'),
      lowest === null ? (
        MISSING
      ) : (
        <>
          {format.money(lowest.price, lowest.currencyCode)}{' '}
          <Link
            className="seller-link"
            to="/monitoramento-buybox/$listingId"
            params={{ listingId: lowest.listingId }}
          >
            {lowest.title}
          </Link>
        </>
      ),
      lowest === null ? null : format.dateTime(lowest.at),
    ],
    [
      t('competitor.taken', { days: PROFILE_DAYS }),
      t('competitor.times', { count: taken.times, number: format.integer(taken.times) }),
      taken.times === 0
        ? null
        : [
            t('overview.hours_of', { hours: toTenths(format, taken.hours) }),
            t('competitor.listings', {
              count: taken.listings,
              number: format.integer(taken.listings),
            }),
            ...(taken.gapPercent === null
              ? []
              : [t('competitor.gap', { gap: format.signedPercent(taken.gapPercent / 100) })]),
          ].join(' · '),
    ],
    [t('competitor.first_seen'), format.date(profile.firstSeenAt), null],
    [
      t('competitor.last_seen'),
      profile.lastSeenAt === null ? MISSING : <Ago key="last" at={profile.lastSeenAt} />,
      null,
    ],
  ];
  return (
    <div className="market-card">
      <dl className="market-facts competitor-facts">
        {facts.map(([label, value, small]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {small !== null && <dd className="market-hint">{small}</dd>}
          </div>
        ))}
      </dl>
      <p className="market-hint competitor-method">
        {following.from === null
          ? t('competitor.nothing_recorded')
          : t('competitor.method', {
              hours: FOLLOW_HOURS,
              from: format.date(following.from),
              to: format.date(following.to),
              count: following.listings,
              number: format.integer(following.listings),
            })}{' '}
        {countedAt !== null && (
          <>
            {t('competitor.source')} <Ago at={countedAt} />
          </>
        )}
      </p>
    </div>
  );
}
