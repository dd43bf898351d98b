import {
  type PriceUpdate,
  UPDATE_FIELDS,
  type UpdateExtra,
  type UpdateField,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation, useWords } from '@primazia/kit';
import { declareList, type ListDeclaration, useAccountFields } from '@primazia/kit/list';
import { AdCell, Ago, BuyboxTag, TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListingChoices, useRuleChoices } from '../ui/choices.ts';
import { answerText } from '../update/answer-text.ts';
import { CompetitorName } from '../update/competitor-name.tsx';
import { Reason } from '../update/reason.tsx';
import { UpdateState } from '../update/update-state.tsx';
import { FoldedChange } from './folded-change.tsx';

/** The columns and filters of the price history; referentially stable until the language changes. */
export function useHistoryColumns(): ListDeclaration<PriceUpdate> {
  const { t } = useTranslation();
  const say = useWords();
  const format = useFormat();
  const ofAccount = useAccountFields();
  const rules = useRuleChoices();
  const listings = useListingChoices();
  return useMemo(
    () =>
      declareList<PriceUpdate, UpdateField | UpdateExtra>(UPDATE_FIELDS, [
        {
          id: 'title',
          label: t('history.listing'),
          exports: ['title', 'skuMarketplace'],
          orderBy: 'title',
          width: 260,
          cell: (update) => <AdCell listing={update} />,
        },
        {
          id: 'newPrice',
          label: t('history.price'),
          help: 'price_update',
          exports: ['oldPrice', 'newPrice'],
          orderBy: 'newPrice',
          numeric: true,
          cell: (update) => <FoldedChange update={update} />,
        },
        {
          field: 'state',
          label: t('history.state'),
          valueName: (value) => t(`update.state.${value}`),
          ordered: true,
          cell: (update) => <UpdateState update={update} />,
        },
        {
          id: 'rule',
          label: t('history.rule'),
          help: 'rule',
          exports: ['ruleName'],
          orderBy: 'ruleName',
          width: 150,
          cell: ({ ruleId, ruleName }) => (
            <Link
              className="history__rule"
              to="/regras-de-precificacao/$ruleId"
              params={{ ruleId }}
            >
              {ruleName}
            </Link>
          ),
        },
        {
          field: 'reason',
          label: t('history.reason'),
          cell: (update) => <Reason update={update} />,
        },
        {
          field: 'createdAt',
          label: say({ pt: 'Período', en: 'Period', es: 'Período' }),
          header: t('history.created_at'),
          filter: { open: 1, required: true },
          ordered: true,
          cell: (update) => <Ago at={update.createdAt} />,
        },
        {
          field: 'lastUpdate',
          label: say({ pt: 'Última alteração', en: 'Last change', es: 'Último cambio' }),
          hidden: true,
          ordered: true,
          cell: (update) => <Ago at={update.lastUpdate} />,
        },
        {
          field: 'decidedBy',
          label: say({ pt: 'Quem decidiu', en: 'Decided by', es: 'Quién decidió' }),
          hidden: true,
          ordered: true,
          cell: ({ decidedBy }) => decidedBy ?? t('history.engine'),
        },
        {
          id: 'answer',
          label: say({
            pt: 'Resposta do marketplace',
            en: "Marketplace's answer",
            es: 'Respuesta del marketplace',
          }),
          hidden: true,
          exports: ['failure'],
          width: 240,
          cell: (update) => answerText(t, update),
        },
        {
          field: 'eventType',
          label: say({ pt: 'Gatilho', en: 'Trigger', es: 'Disparador' }),
          valueName: (value) => t(`update.event.${value}`),
          hidden: true,
          cell: ({ eventType }) => t(`update.event.${eventType}`),
        },
        {
          field: 'priceTags',
          label: say({ pt: 'Limite atingido', en: 'Limit reached', es: 'Límite alcanzado' }),
          valueName: (value) => t(`update.tag.${value}`),
          hidden: true,
          cell: ({ priceTags }) => t(`update.tag.${priceTags}`),
        },
        {
          id: 'strategy',
          label: t('rule.strategy.label'),
          help: 'strategy',
          hidden: true,
          exports: ['strategy', 'rankingType'],
          cell: ({ strategy, rankingType }) => (
            <TwoLines small={t(`rule.competition.${rankingType}`)}>
              {t(`rule.strategy.${strategy}`)}
            </TwoLines>
          ),
        },
        {
          id: 'rival',
          label: t('history.competitor'),
          help: 'best_rival',
          hidden: true,
          exports: ['rivalName', 'rivalPrice'],
          orderBy: 'rivalPrice',
          cell: (update) =>
            update.rivalPrice === null ? (
              MISSING
            ) : (
              <TwoLines small={format.money(update.rivalPrice, update.currencyCode)}>
                <CompetitorName update={update} />
              </TwoLines>
            ),
        },
        {
          id: 'limits',
          label: say({ pt: 'Limites', en: 'Limits', es: 'Límites' }),
          help: 'limits',
          hidden: true,
          exports: ['minPrice', 'maxPrice'],
          orderBy: 'minPrice',
          numeric: true,
          cell: ({ minPrice, maxPrice, currencyCode }) => (
            <span className="pz-two-lines">
              <span>{format.money(minPrice, currencyCode)}</span>
              <span>{format.money(maxPrice, currencyCode)}</span>
            </span>
          ),
        },
        {
          field: 'rankingStatus',
          label: say({
            pt: 'Buybox na hora',
            en: 'Buybox at the time',
            es: 'Buybox en ese momento',
          }),
          valueName: (value) => t(`kit:buybox.${value}`),
          help: 'buybox',
          hidden: true,
          cell: ({ rankingStatus, marketplaceId }) => (
            <BuyboxTag status={rankingStatus} marketplaceId={marketplaceId} />
          ),
        },
        {
          field: 'sku',
          label: 'SKU',
          hidden: true,
          ordered: true,
          cell: ({ sku }) => sku ?? MISSING,
        },
        ...ofAccount,
        { field: 'ruleId', label: t('pricing.rule'), choices: rules, filter: { open: 2 } },
        { field: 'listingId', label: t('history.listing'), choices: listings },
        {
          field: 'newPrice',
          label: say({ pt: 'Preço novo', en: 'New price', es: 'Precio nuevo' }),
        },
        {
          field: 'oldPrice',
          label: say({ pt: 'Preço anterior', en: 'Previous price', es: 'Precio anterior' }),
        },
        { field: 'rivalName', label: t('history.competitor') },
        {
          field: 'rivalPrice',
          label: say({
            pt: 'Preço do concorrente',
            en: "Competitor's price",
            es: 'Precio del competidor',
          }),
        },
        { field: 'minPrice', label: t('field.minPrice.name') },
        { field: 'maxPrice', label: t('rule.max_price') },
        {
          field: 'strategy',
          label: t('rule.strategy.label'),
          valueName: (value) => t(`rule.strategy.${value}`),
        },
        {
          field: 'rankingType',
          label: t('rule.competition.label'),
          valueName: (value) => t(`rule.competition.${value}`),
        },
        { field: 'ruleName', label: t('rule.name') },
        { field: 'title', label: t('listings.title') },
        { field: 'skuMarketplace', label: t('listings.code') },
        { field: 'catalogProductId', label: t('listings.catalog_product') },
      ]),
    [t, say, format, ofAccount, rules, listings],
  );
}
