import {
  LISTING_FIELDS,
  type ListingField,
  type PricedListing,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation, useWords } from '@primazia/kit';
import { declareList, type ListDeclaration, useAccountFields } from '@primazia/kit/list';
import { TwoLines, Winner } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { marginAt } from '../costs/margin.ts';
import { MarketAge } from '../market/market-age.tsx';
import { useRuleChoices } from '../ui/choices.ts';
import { HeldTag } from '../update/held-tag.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';
import { BuyboxCell } from './buybox-cell.tsx';
import { LimitsCell, MinimumCell } from './limits-cell.tsx';
import { ListingInList } from './listing-dialogs.tsx';
import { useNextPoll } from './next-polls.tsx';
import { RuleButton } from './rule-button.tsx';

/** When the market of a listing was polled, and is polled next; the times change without the columns. */
function MarketAgeCell({ listing: { id, marketObservedAt } }: { listing: PricedListing }) {
  return <MarketAge observedAt={marketObservedAt} nextPollAt={useNextPoll(id)} />;
}

/** The price update that waits or is being sent, else the newest. */
function UpdateCell({ listing }: { listing: PricedListing }) {
  const format = useFormat();
  const { waitingUpdate, lastUpdate, held, currencyCode, id } = listing;
  const update = waitingUpdate ?? lastUpdate;
  if (update === null) return held === null ? MISSING : <HeldTag until={held.until} />;
  return (
    <span className="pz-two-lines">
      {held !== null && <HeldTag until={held.until} />}
      <UpdateStateTag state={update.state} />
      <Link
        className="pz-two-lines-small"
        to="/historico-de-precos/$listingId"
        params={{ listingId: id }}
      >
        {format.money(update.newPrice, currencyCode)}
      </Link>
    </span>
  );
}

/** The columns and filters of listings; the same objects until the language changes. */
export function useListingColumns(): ListDeclaration<PricedListing> {
  const { t } = useTranslation();
  const say = useWords();
  const format = useFormat();
  const ofAccount = useAccountFields();
  const rules = useRuleChoices();
  return useMemo(() => {
    const yesNo = (value: string) => t(`listings.${value === 'true' ? 'yes' : 'no'}`);
    return declareList<PricedListing, ListingField>(LISTING_FIELDS, [
      {
        field: 'title',
        label: t('listings.title'),
        header: say({ pt: 'Anúncio', en: 'Listing', es: 'Publicación' }),
        ordered: true,
        width: 316,
        cell: (listing) => <ListingInList listing={listing} />,
      },
      {
        field: 'price',
        label: t('pricing.price'),
        filter: { open: 2 },
        ordered: true,
        cell: ({ price, currencyCode }) => format.money(price, currencyCode),
      },
      {
        field: 'buyboxStatus',
        label: t('pricing.buybox_status'),
        valueName: (value) => t(`kit:buybox.${value}`),
        filter: { open: 1 },
        help: 'buybox',
        cell: (listing) => <BuyboxCell listing={listing} />,
      },
      {
        field: 'bestRivalPrice',
        label: t('pricing.best_competitor'),
        help: 'best_rival',
        ordered: true,
        cell: ({ rivals, competitorsReported, bestRivalPrice, currencyCode }) => (
          <TwoLines
            small={
              competitorsReported
                ? t('pricing.competitors', { count: rivals })
                : t('pricing.not_reported')
            }
          >
            {format.money(bestRivalPrice, currencyCode)}
          </TwoLines>
        ),
      },
      {
        id: 'rule',
        label: t('pricing.rule'),
        help: 'rule',
        exports: ['ruleName'],
        cell: (listing) => <RuleButton listing={listing} />,
      },
      {
        id: 'limits',
        label: t('pricing.limits'),
        help: 'limits',
        exports: ['minPrice', 'maxPrice'],
        orderBy: 'minPrice',
        numeric: true,
        cell: (listing) => <LimitsCell listing={listing} />,
      },
      {
        id: 'lastUpdate',
        label: t('pricing.last_update'),
        help: 'price_update',
        exports: ['lastUpdatePrice'],
        cell: (listing) => <UpdateCell listing={listing} />,
      },
      {
        field: 'marketObservedAt',
        label: t('pricing.market_age'),
        help: 'market_age',
        hidden: true,
        ordered: true,
        cell: (listing) => <MarketAgeCell listing={listing} />,
      },
      {
        id: 'winner',
        label: t('listings.winner'),
        hidden: true,
        exports: ['winnerName', 'winnerPrice'],
        cell: (listing) =>
          listing.winnerPrice === null ? (
            MISSING
          ) : (
            <TwoLines small={format.money(listing.winnerPrice, listing.currencyCode)}>
              <Winner listing={listing} />
            </TwoLines>
          ),
      },
      {
        field: 'strategy',
        label: t('rule.strategy.label'),
        valueName: (value) => t(`rule.strategy.${value}`),
        help: 'strategy',
        hidden: true,
        cell: ({ rule }) => {
          if (rule === null) return MISSING;
          const isAds = rule.competition === 'ACOS' || rule.competition === 'ROAS';
          return isAds
            ? t(`rule.looks_at.${rule.competition}`)
            : t(`rule.strategy.${rule.strategy}`);
        },
      },
      {
        field: 'minPrice',
        label: say({ pt: 'Mínimo em valor', en: 'Minimum as an amount', es: 'Mínimo en valor' }),
        header: say({ pt: 'Mínimo', en: 'Minimum', es: 'Mínimo' }),
        help: 'minimum',
        hidden: true,
        cell: (listing) => <MinimumCell listing={listing} />,
      },
      {
        field: 'maxPrice',
        label: t('rule.max_price'),
        header: say({ pt: 'Máximo', en: 'Maximum', es: 'Máximo' }),
        help: 'maximum',
        hidden: true,
        ordered: true,
        cell: ({ rule, currencyCode }) => format.money(rule?.maxPrice ?? null, currencyCode),
      },
      {
        field: 'margin',
        label: say({ pt: 'Margem (%)', en: 'Margin (%)', es: 'Margen (%)' }),
        header: t('costs.margin'),
        help: 'margin',
        hidden: true,
        cell: ({ price, costs }) =>
          costs === null ? MISSING : format.percent(marginAt(price, costs)?.share),
      },
      {
        field: 'cost',
        label: say({ pt: 'Custo', en: 'Cost', es: 'Costo' }),
        hidden: true,
        cell: ({ costs, currencyCode }) => format.money(costs?.cost ?? null, currencyCode),
      },
      {
        field: 'stock',
        label: t('pricing.stock'),
        hidden: true,
        ordered: true,
        cell: ({ stock }) => format.integer(stock),
      },
      {
        field: 'sku',
        label: 'SKU',
        hidden: true,
        ordered: true,
        cell: ({ sku }) => sku ?? MISSING,
      },
      {
        field: 'skuMarketplace',
        label: t('listings.code'),
        hidden: true,
        cell: ({ skuMarketplace }) => skuMarketplace,
      },
      ...ofAccount,
      {
        field: 'shippingPrice',
        label: say({ pt: 'Frete', en: 'Shipping', es: 'Envío' }),
        hidden: true,
        cell: ({ shippingPrice, shippingReported, currencyCode }) =>
          shippingReported ? format.money(shippingPrice, currencyCode) : t('pricing.not_reported'),
      },
      {
        field: 'status',
        label: say({
          pt: 'Situação do anúncio',
          en: 'Listing status',
          es: 'Estado de la publicación',
        }),
        valueName: (value) => t(`kit:listing.status.${value}`),
      },
      {
        field: 'healthScore',
        label: say({ pt: 'Saúde do anúncio', en: 'Listing health', es: 'Salud de la publicación' }),
      },
      {
        field: 'groupType',
        label: say({ pt: 'Variações', en: 'Variations', es: 'Variaciones' }),
        valueName: (value) => t(`listing.group.${value}`),
      },
      { field: 'ruleId', label: t('pricing.rule'), choices: rules },
      { field: 'ruleName', label: t('rule.name') },
      {
        field: 'ruleStatus',
        label: say({ pt: 'Situação da regra', en: 'Rule status', es: 'Estado de la regla' }),
        valueName: (value) => t(`rule.status.${value}`),
      },
      {
        field: 'competition',
        label: t('rule.competition.label'),
        valueName: (value) => t(`rule.competition.${value}`),
      },
      {
        field: 'ruleOrigin',
        label: say({ pt: 'Tipo da regra', en: 'Kind of rule', es: 'Tipo de regla' }),
        valueName: (value) => t(`listings.origin.${value}`),
      },
      {
        field: 'requiresApproval',
        label: say({ pt: 'Pede aprovação', en: 'Requires approval', es: 'Pide aprobación' }),
        valueName: yesNo,
      },
      {
        field: 'minimumBy',
        label: t('rule.minimum.label'),
        valueName: (value) => t(`rule.minimum.${value}`),
      },
      {
        field: 'rivals',
        label: say({
          pt: 'Número de concorrentes',
          en: 'Number of competitors',
          es: 'Número de competidores',
        }),
      },
      { field: 'winnerName', label: t('listings.winner') },
      {
        field: 'winnerPrice',
        label: say({ pt: 'Preço de quem ganha', en: 'Winner’s price', es: 'Precio de quien gana' }),
      },
      {
        field: 'lastUpdateState',
        label: say({
          pt: 'Situação da última alteração',
          en: 'State of the last change',
          es: 'Estado del último cambio',
        }),
        valueName: (value) => t(`update.state.${value}`),
      },
      {
        field: 'lastUpdatePrice',
        label: say({
          pt: 'Preço da última alteração',
          en: 'Price of the last change',
          es: 'Precio del último cambio',
        }),
      },
      { field: 'lastUpdateAt', label: t('pricing.last_update') },
      { field: 'catalogProductId', label: t('listings.catalog_product') },
      {
        field: 'listingTypeId',
        label: say({ pt: 'Tipo de anúncio', en: 'Listing type', es: 'Tipo de publicación' }),
      },
      {
        field: 'condition',
        label: say({ pt: 'Condição', en: 'Condition', es: 'Condición' }),
        valueName: (value) => t(`listings.conditions.${value}`),
      },
      {
        field: 'fulfillment',
        label: say({
          pt: 'Enviado pelo marketplace',
          en: 'Fulfilled by the marketplace',
          es: 'Enviado por el marketplace',
        }),
        valueName: yesNo,
      },
      {
        field: 'promotionStatus',
        label: say({ pt: 'Promoção', en: 'Promotion', es: 'Promoción' }),
        valueName: (value) => t(`listings.promotions.${value}`),
      },
      {
        field: 'countryCode',
        label: say({ pt: 'País (sigla)', en: 'Country (code)', es: 'País (sigla)' }),
      },
      {
        field: 'updatedAt',
        label: say({
          pt: 'Anúncio atualizado',
          en: 'Listing updated',
          es: 'Publicación actualizada',
        }),
      },
    ]);
  }, [t, say, format, ofAccount, rules]);
}
