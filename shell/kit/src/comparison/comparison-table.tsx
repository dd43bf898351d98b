import {
  type Better,
  type ComparedMarket,
  type Competitor,
  CRITERIA,
  type Criterion,
} from '@primazia/backend/monitoring/contract';
import type { ReactNode } from 'react';
import { Help, type Term } from '../help/help.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { ArrowDownIcon, ArrowUpIcon, LinkOutIcon, PauseIcon, TrophyIcon } from '../icons.ts';
import { ShopLink } from '../listing/seller-name.tsx';
import { StatusTag } from '../listing/tags.tsx';
import { CriterionValue, isKnown } from './criterion-value.tsx';

const TERMS: Partial<Record<Criterion, Term>> = {
  totalPrice: 'total_price',
  fulfillment: 'fulfillment',
  shippingTime: 'shipping_time',
  reputation: 'reputation',
  listingTypeId: 'listing_type',
  onCatalog: 'catalog',
};

interface ComparisonTableProps {
  market: Pick<ComparedMarket, 'own' | 'competitors'>;
  currencyCode: string;
  countryCode: string;
  /** Criteria that no offer reports have a row too; otherwise they are named below the table. */
  isWhole?: boolean;
  /** What is shown under a competitor's name. */
  about?: (competitor: Competitor) => ReactNode;
}

/** Our offer beside the others: a row for each criterion, with who is better in it. */
export function ComparisonTable({
  market,
  currencyCode,
  countryCode,
  isWhole = false,
  about,
}: ComparisonTableProps) {
  const { t } = useTranslation('kit');
  const { own, competitors } = market;
  const offers = [own, ...competitors];
  const reported = CRITERIA.filter(
    (criterion) => isWhole || offers.some((offer) => isKnown(criterion, offer)),
  );
  const notReported = CRITERIA.filter((criterion) => !reported.includes(criterion));
  const name = (criterion: Criterion) => t(`comparison.by.${criterion}`);
  return (
    <>
      <div className="pz-comparison">
        <table aria-label={t('comparison.table')}>
          <thead>
            <tr>
              <th scope="col">{t('comparison.criterion')}</th>
              <th scope="col">
                <Seller name={t('comparison.own')} link={null} position={own.position}>
                  {own.isWinner === true && <WinnerTag />}
                  {!own.available && <PausedTag />}
                </Seller>
              </th>
              {competitors.map((competitor) => (
                <th key={competitor.id} scope="col">
                  <Seller
                    name={competitor.sellerName || t('seller.unnamed')}
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
                    {about?.(competitor)}
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
              <th scope="row">{t('comparison.condition')}</th>
              <td>{t(`comparison.conditions.${own.condition}`)}</td>
              {competitors.map(({ id, condition }) => (
                <td key={id}>{t(`comparison.conditions.${condition}`)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {notReported.length > 0 && (
        <p className="pz-two-lines-small">
          {t('comparison.not_reported', {
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
  const { t } = useTranslation('kit');
  return (
    <span className="pz-comparison-seller">
      {link === null ? (
        <span>{name}</span>
      ) : (
        <a className="pz-comparison-link" href={link} target="_blank" rel="noreferrer">
          {name}
          <LinkOutIcon size="XS" aria-label={t('listing.external')} />
        </a>
      )}
      {position !== null && (
        <span className="pz-two-lines-small">{t('comparison.position', { position })}</span>
      )}
      {children}
    </span>
  );
}

function WinnerTag() {
  const { t } = useTranslation('kit');
  return (
    <StatusTag tone="positive" icon={TrophyIcon}>
      {t('comparison.winner')}
    </StatusTag>
  );
}

function PausedTag() {
  const { t } = useTranslation('kit');
  return (
    <StatusTag tone="neutral" icon={PauseIcon}>
      {t('comparison.unavailable_offer')}
    </StatusTag>
  );
}

/** In how many of the comparable criteria the competitor is better. */
function Balance({ better }: Pick<Competitor, 'better'>) {
  const { t } = useTranslation('kit');
  const known = Object.values(better).filter((one) => one !== 'unknown');
  const count = known.filter((one) => one === 'rival').length;
  return (
    <span className="pz-two-lines-small">
      {t('comparison.better_in', { count, of: known.length })}
    </span>
  );
}

const MARKS = { own: ArrowUpIcon, rival: ArrowDownIcon } as const;

/** Who is better, as a mark, a word and a colour; nothing where that is not known. */
function BetterMark({ better }: { better: Better }) {
  const { t } = useTranslation('kit');
  if (better === 'unknown') return null;
  const Icon = better === 'equal' ? null : MARKS[better];
  return (
    <span className="pz-better" data-better={better}>
      {Icon === null ? <span aria-hidden="true">=</span> : <Icon size="XS" />}
      {t(`comparison.better.${better}`)}
    </span>
  );
}
