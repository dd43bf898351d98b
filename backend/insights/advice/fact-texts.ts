// Labels of the figures of a recommendation.
import type { Locale } from '../../kernel/id.ts';
import type { FactName } from './rules/advice.ts';

type Texts = Readonly<Record<Locale, string>>;

export const FACT_TEXTS: Readonly<Record<FactName, Texts>> = {
  price: { pt: 'Preço atual', en: 'Present price', es: 'Precio actual' },
  priceToWin: { pt: 'Preço para ganhar', en: 'Price to win', es: 'Precio para ganar' },
  losingShare: {
    pt: 'Tempo perdendo em 7 dias',
    en: 'Time losing in 7 days',
    es: 'Tiempo perdiendo en 7 días',
  },
  minPrice: { pt: 'Preço mínimo', en: 'Minimum price', es: 'Precio mínimo' },
  maxPrice: { pt: 'Preço máximo', en: 'Maximum price', es: 'Precio máximo' },
  newPrice: { pt: 'Preço sugerido', en: 'Suggested price', es: 'Precio sugerido' },
  units: { pt: 'Unidades em 60 dias', en: 'Units in 60 days', es: 'Unidades en 60 días' },
  contribution: {
    pt: 'Margem por unidade hoje',
    en: 'Margin per unit today',
    es: 'Margen por unidad hoy',
  },
  contributionToWin: {
    pt: 'Margem por unidade no preço para ganhar',
    en: 'Margin per unit at the price to win',
    es: 'Margen por unidad al precio para ganar',
  },
  winChance: {
    pt: 'Tempo esperado com o buybox',
    en: 'Expected time with the buybox',
    es: 'Tiempo esperado con el buybox',
  },
  healthScore: { pt: 'Saúde do anúncio', en: 'Listing health', es: 'Salud de la publicación' },
  healthGoal: { pt: 'Saúde mínima', en: 'Minimum health', es: 'Salud mínima' },
  stock: { pt: 'Estoque', en: 'Stock', es: 'Stock' },
  impressions: {
    pt: 'Impressões em 30 dias',
    en: 'Impressions in 30 days',
    es: 'Impresiones en 30 días',
  },
  clicks: { pt: 'Cliques em 30 dias', en: 'Clicks in 30 days', es: 'Clics en 30 días' },
  orders: { pt: 'Pedidos em 30 dias', en: 'Orders in 30 days', es: 'Pedidos en 30 días' },
  spend: { pt: 'Investimento em 30 dias', en: 'Ad spend in 30 days', es: 'Inversión en 30 días' },
  adSales: {
    pt: 'Receita da publicidade em 30 dias',
    en: 'Revenue of advertising in 30 days',
    es: 'Ingresos de la publicidad en 30 días',
  },
  acos: { pt: 'ACOS esperado', en: 'Expected ACOS', es: 'ACOS esperado' },
  goal: { pt: 'Meta de ACOS', en: 'ACOS goal', es: 'Meta de ACOS' },
  breakEven: { pt: 'ACOS de equilíbrio', en: 'Break-even ACOS', es: 'ACOS de equilibrio' },
  probability: { pt: 'Probabilidade', en: 'Probability', es: 'Probabilidad' },
  ctr: { pt: 'CTR', en: 'CTR', es: 'CTR' },
  usualCtr: {
    pt: 'CTR usual da conta',
    en: "Account's usual CTR",
    es: 'CTR habitual de la cuenta',
  },
  cpc: { pt: 'Custo por clique', en: 'Cost per click', es: 'Costo por clic' },
  clickValue: {
    pt: 'Margem que um clique traz',
    en: 'Margin that a click brings',
    es: 'Margen que trae un clic',
  },
  usualCpc: {
    pt: 'Custo por clique usual da conta',
    en: "Account's usual cost per click",
    es: 'Costo por clic habitual de la cuenta',
  },
  conversion: { pt: 'Conversão esperada', en: 'Expected conversion', es: 'Conversión esperada' },
  usualConversion: {
    pt: 'Conversão usual da conta',
    en: "Account's usual conversion",
    es: 'Conversión habitual de la cuenta',
  },
  budget: { pt: 'Orçamento diário', en: 'Daily budget', es: 'Presupuesto diario' },
  newBudget: {
    pt: 'Novo orçamento diário',
    en: 'New daily budget',
    es: 'Nuevo presupuesto diario',
  },
  fullDays: {
    pt: 'Dias com o orçamento esgotado, dos últimos 7 fechados',
    en: 'Days with the budget spent, of the latest 7 settled',
    es: 'Días con el presupuesto agotado, de los últimos 7 cerrados',
  },
  spendWeek: {
    pt: 'Investimento em 7 dias',
    en: 'Ad spend in 7 days',
    es: 'Inversión en 7 días',
  },
  usualWeek: {
    pt: 'Investimento usual em 7 dias',
    en: 'Usual ad spend in 7 days',
    es: 'Inversión habitual en 7 días',
  },
  bidChange: { pt: 'Alteração dos lances', en: 'Change of bids', es: 'Cambio de las pujas' },
  bids: { pt: 'Lances a alterar', en: 'Bids to change', es: 'Pujas por cambiar' },
  bandFrom: {
    pt: 'Faixa da estratégia, de',
    en: "Strategy's range, from",
    es: 'Rango de la estrategia, desde',
  },
  bandTo: {
    pt: 'Faixa da estratégia, até',
    en: "Strategy's range, up to",
    es: 'Rango de la estrategia, hasta',
  },
  afterAds: {
    pt: 'Margem depois da publicidade em 30 dias',
    en: 'Margin after advertising in 30 days',
    es: 'Margen después de la publicidad en 30 días',
  },
  keptShare: {
    pt: 'Parte do efeito estimado que se confirma',
    en: 'Part of the estimated effect that comes true',
    es: 'Parte del efecto estimado que se confirma',
  },
};
