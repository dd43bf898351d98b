import {
  type Better,
  type ComparedMarket,
  type Competitor,
  CRITERIA,
  type Criterion,
} from '@primazia/backend/monitoring/contract';
import { useTranslation } from '@primazia/kit';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  Help,
  LinkOutIcon,
  PauseIcon,
  ShopLink,
  StatusTag,
  type Term,
  TrophyIcon,
} from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { CriterionValue, isKnown } from './criterion-value.tsx';
import { Suspicion } from './suspicion.tsx';

const TERMS: Partial<Record<Criterion, Term>> = {
  totalPrice: 'total_price',
  fulfillment: 'fulfillment',
  shippingTime: 'shipping_time',
  reputation: 'reputation',
  listingTypeId: 'listing_type',
  onCatalog: 'catalog',
};

interface ComparisonTableProps {
  listingId: number;
  market: ComparedMarket;
  currencyCode: string;
  countryCode: string;
}

/** Our offer beside the others: a row for each criterion, with who is better in it. */
export function ComparisonTable({
  listingId,
  market,
  currencyCode,
  countryCode,
}: ComparisonTableProps) {
  const { t } = useTranslation();
  const { own, competitors } = market;
  const offers = [own, ...competitors];
  const reported = CRITERIA.filter((criterion) =>
    offers.some((offer) => isKnown(criterion, offer)),
  );
  const notReported = CRITERIA.filter((criterion) => !reported.includes(criterion));
  const name = (criterion: Criterion) => t(`competitors.by.${criterion}`);
  return (
    <>
      <div className="comparison">
        <table aria-label={t('competitors.table')}>
          <thead>
            <tr>
              <th scope="col">{t('competitors.criterion')}</th>
              <th scope="col">
                <Seller name={t('competitors.own')} link={null} position={own.position}>
                  {own.isWinner === true && <WinnerTag />}
                  {!own.available && <PausedTag />}
                </Seller>
              </th>
              {competitors.map((competitor) => (
                <th key={competitor.id} scope="col">
                  <Seller
                    name={competitor.sellerName || t('kit:seller.unnamed')}
                    link={competitor.link}
                    position={competitor.position}
                  >
                    {competitor.sellerName === '' && (
                      <ShopLink
                        sellerId={competitor.sellerId}
                        marketplaceId={competitor.marketplaceId}
                        countryCode={countryCode}
                      />
                    )}
                    {competitor.isWinner === true && <WinnerTag />}
                    {!competitor.available && <PausedTag />}
                    <Suspicion
                      listingId={listingId}
                      competitor={competitor}
                      currencyCode={currencyCode}
                    />
                    <Balance better={competitor.better} />
                  </Seller>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reported.map((criterion) => (
              <tr key={criterion}>
                <th scope="row">
                  {name(criterion)}
                  {TERMS[criterion] !== undefined && <Help term={TERMS[criterion]} />}
                </th>
                <td>
                  <CriterionValue criterion={criterion} offer={own} currencyCode={currencyCode} />
                </td>
                {competitors.map((competitor) => (
                  <td key={competitor.id}>
                    <CriterionValue
                      criterion={criterion}
                      offer={competitor}
                      currencyCode={currencyCode}
                    />
                    <BetterMark better={competitor.better[criterion]} />
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('competitors.condition')}</th>
              <td>{t(`competitors.conditions.${own.condition}`)}</td>
              {competitors.map(({ id, condition }) => (
                <td key={id}>{t(`competitors.conditions.${condition}`)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {notReported.length > 0 && (
        <p className="hint">
          {t('competitors.not_reported', {
            criteria: notReported.map(name).join(', ').toLowerCase(),
          })}
        </p>
      )}
    </>
  );
}

interface SellerProps {
  name: string;
  link: string | null;
  position: number | null;
  children: ReactNode;
}

function Seller({ name, link, position, children }: SellerProps) {
  const { t } = useTranslation();
  return (
    <span className="comparison__seller">
      {link === null ? (
        <span>{name}</span>
      ) : (
        <a className="comparison__link" href={link} target="_blank" rel="noreferrer">
          {name}
          <LinkOutIcon size="XS" aria-label={t('kit:listing.external')} />
        </a>
      )}
      {position !== null && (
        <span className="pz-two-lines-small">{t('competitors.position', { position })}</span>
      )}
      {children}
    </span>
  );
}

function WinnerTag() {
  const { t } = useTranslation();
  return (
    <StatusTag tone="positive" icon={TrophyIcon}>
      {t('competitors.winner')}
    </StatusTag>
  );
}

function PausedTag() {
  const { t } = useTranslation();
  return (
    <StatusTag tone="neutral" icon={PauseIcon}>
      {t('competitors.unavailable_offer')}
    </StatusTag>
  );
}

/** In how many of the criteria that can be held against each other the competitor is better. */
function Balance({ better }: Pick<Competitor, 'better'>) {
  const { t } = useTranslation();
  const known = Object.values(better).filter((one) => one !== 'unknown');
  const count = known.filter((one) => one === 'rival').length;
  return (
    <span className="pz-two-lines-small">
      {t('competitors.better_in', { count, of: known.length })}
    </span>
  );
}

const MARKS = { own: ArrowUpIcon, rival: ArrowDownIcon } as const;

/** Who is better, as a mark, a word and a colour; nothing where that is not known. */
function BetterMark({ better }: { better: Better }) {
  const { t } = useTranslation();
  if (better === 'unknown') return null;
  const Icon = better === 'equal' ? null : MARKS[better];
  return (
    <span className="better" data-better={better}>
      {Icon === null ? <span aria-hidden="true">=</span> : <Icon size="XS" />}
      {t(`competitors.better.${better}`)}
    </span>
  );
}
