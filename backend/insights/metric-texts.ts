// The texts of every metric: its label, and what it counts.
import type { Locale } from '../kernel/id.ts';
import type { MetricName } from './contract.ts';

type LabelAndText = readonly [label: string, text: string];

export const METRIC_TEXTS: Readonly<Record<MetricName, Readonly<Record<Locale, LabelAndText>>>> = {
  orders: {
    pt: [
      'Pedidos',
      'Pedidos pagos, no dia em que foram feitos. Por anúncio, um pedido com vários anúncios conta em um deles.',
    ],
    en: [
      'Orders',
      'Paid orders, on the day on which they were placed. By listing, an order of several listings counts at one of them.',
    ],
    es: [
      'Pedidos',
      'Pedidos pagados, en el día en que se hicieron. Por publicación, un pedido con varias publicaciones cuenta en una de ellas.',
    ],
  },
  units: {
    pt: [
      'Unidades vendidas',
      'Unidades de pedidos pagos. Pedidos cancelados não contam; devoluções não são descontadas.',
    ],
    en: [
      'Units sold',
      'Units of paid orders. Cancelled orders do not count; returns are not subtracted.',
    ],
    es: [
      'Unidades vendidas',
      'Unidades de pedidos pagados. Los pedidos cancelados no cuentan; las devoluciones no se restan.',
    ],
  },
  revenue: {
    pt: [
      'Receita',
      'Preço vezes unidades, sem frete, no dia do pedido. Reembolsos não são descontados.',
    ],
    en: [
      'Revenue',
      'Price times units, without shipping, on the day of the order. Refunds are not subtracted.',
    ],
    es: [
      'Ingresos',
      'Precio multiplicado por unidades, sin envío, en el día del pedido. Los reembolsos no se restan.',
    ],
  },
  shippingRevenue: {
    pt: [
      'Frete pago pelos compradores',
      'O que os compradores pagaram de frete, até onde o marketplace informa.',
    ],
    en: [
      'Shipping paid by buyers',
      'What buyers paid for shipping, as far as the marketplace reports it.',
    ],
    es: [
      'Envío pagado por los compradores',
      'Lo que los compradores pagaron de envío, hasta donde el marketplace lo informa.',
    ],
  },
  averagePrice: {
    pt: ['Preço médio de venda', 'Receita dividida por unidades vendidas.'],
    en: ['Average selling price', 'Revenue divided by units sold.'],
    es: ['Precio promedio de venta', 'Ingresos divididos por unidades vendidas.'],
  },
  averageOrder: {
    pt: ['Ticket médio', 'Receita dividida por pedidos.'],
    en: ['Average order value', 'Revenue divided by orders.'],
    es: ['Ticket promedio', 'Ingresos divididos por pedidos.'],
  },
  unitsPerOrder: {
    pt: ['Unidades por pedido', 'Unidades vendidas divididas por pedidos.'],
    en: ['Units per order', 'Units sold divided by orders.'],
    es: ['Unidades por pedido', 'Unidades vendidas divididas por pedidos.'],
  },
  cancelledUnits: {
    pt: ['Unidades canceladas', 'Unidades de pedidos cancelados, no dia em que foram feitos.'],
    en: ['Cancelled units', 'Units of cancelled orders, on the day on which they were placed.'],
    es: ['Unidades canceladas', 'Unidades de pedidos cancelados, en el día en que se hicieron.'],
  },
  cancelledShare: {
    pt: [
      'Taxa de cancelamento',
      'Unidades canceladas divididas por unidades vendidas mais canceladas.',
    ],
    en: ['Cancellation rate', 'Cancelled units divided by units sold plus cancelled ones.'],
    es: [
      'Tasa de cancelación',
      'Unidades canceladas divididas por unidades vendidas más canceladas.',
    ],
  },
  refundedUnits: {
    pt: [
      'Unidades reembolsadas',
      'Unidades reembolsadas dos pedidos do dia, até onde o marketplace informa.',
    ],
    en: [
      'Refunded units',
      'Units refunded of the orders of the day, as far as the marketplace reports them.',
    ],
    es: [
      'Unidades reembolsadas',
      'Unidades reembolsadas de los pedidos del día, hasta donde el marketplace lo informa.',
    ],
  },
  refunds: {
    pt: ['Reembolsos', 'O que foi devolvido aos compradores dos pedidos do dia, em qualquer data.'],
    en: ['Refunds', 'What was paid back to the buyers of the orders of the day, on any date.'],
    es: [
      'Reembolsos',
      'Lo que se devolvió a los compradores de los pedidos del día, en cualquier fecha.',
    ],
  },
  refundShare: {
    pt: ['Taxa de reembolso', 'Reembolsos divididos pela receita com reembolsos conhecidos.'],
    en: ['Refund rate', 'Refunds divided by the revenue with known refunds.'],
    es: ['Tasa de reembolso', 'Reembolsos divididos por los ingresos con reembolsos conocidos.'],
  },
  unitsWithBuybox: {
    pt: [
      'Unidades vendidas com o buybox',
      'Unidades pedidas enquanto o anúncio tinha o buybox, sozinho ou dividido.',
    ],
    en: [
      'Units sold with the buybox',
      'Units ordered while the listing held the buybox, alone or shared.',
    ],
    es: [
      'Unidades vendidas con el buybox',
      'Unidades pedidas mientras la publicación tenía el buybox, sola o compartido.',
    ],
  },
  unitsWithoutBuybox: {
    pt: [
      'Unidades vendidas sem o buybox',
      'Unidades pedidas enquanto outro vendedor tinha o buybox.',
    ],
    en: ['Units sold without the buybox', 'Units ordered while another seller held the buybox.'],
    es: [
      'Unidades vendidas sin el buybox',
      'Unidades pedidas mientras otro vendedor tenía el buybox.',
    ],
  },
  unitsWithBuyboxShare: {
    pt: [
      'Percentual de unidades vendidas com o buybox',
      'Unidades vendidas com o buybox divididas pelas unidades em que se sabe quem tinha o buybox.',
    ],
    en: [
      'Share of units sold with the buybox',
      'Units sold with the buybox divided by the units for which it is known who held it.',
    ],
    es: [
      'Porcentaje de unidades vendidas con el buybox',
      'Unidades vendidas con el buybox divididas por las unidades en las que se sabe quién lo tenía.',
    ],
  },
  fees: {
    pt: [
      'Tarifas do marketplace',
      'Tarifas das vendas: as que o marketplace informa, senão as do anúncio quando foi vendido.',
    ],
    en: [
      'Marketplace fees',
      'Fees of the sales: those that the marketplace reports, else those of the listing when it was sold.',
    ],
    es: [
      'Tarifas del marketplace',
      'Tarifas de las ventas: las que informa el marketplace; si no, las de la publicación cuando se vendió.',
    ],
  },
  feeShare: {
    pt: ['Tarifas sobre a receita', 'Tarifas divididas pela receita com tarifas conhecidas.'],
    en: ['Fees as a share of revenue', 'Fees divided by the revenue with known fees.'],
    es: ['Tarifas sobre los ingresos', 'Tarifas divididas por los ingresos con tarifas conocidas.'],
  },
  tax: {
    pt: ['Impostos', 'Receita vezes o imposto do anúncio quando foi vendido.'],
    en: ['Tax', 'Revenue times the tax of the listing when it was sold.'],
    es: ['Impuestos', 'Ingresos multiplicados por el impuesto de la publicación cuando se vendió.'],
  },
  taxShare: {
    pt: ['Impostos sobre a receita', 'Impostos divididos pela receita com impostos conhecidos.'],
    en: ['Tax as a share of revenue', 'Tax divided by the revenue with known tax.'],
    es: [
      'Impuestos sobre los ingresos',
      'Impuestos divididos por los ingresos con impuestos conocidos.',
    ],
  },
  goods: {
    pt: ['Custo da mercadoria', 'Unidades vezes o custo do anúncio quando foi vendido.'],
    en: ['Cost of goods', 'Units times the cost of the listing when it was sold.'],
    es: [
      'Costo de la mercancía',
      'Unidades multiplicadas por el costo de la publicación cuando se vendió.',
    ],
  },
  goodsShare: {
    pt: [
      'Custo da mercadoria sobre a receita',
      'Custo da mercadoria dividido pela receita com custo conhecido.',
    ],
    en: [
      'Cost of goods as a share of revenue',
      'Cost of goods divided by the revenue with known cost.',
    ],
    es: [
      'Costo de la mercancía sobre los ingresos',
      'Costo de la mercancía dividido por los ingresos con costo conocido.',
    ],
  },
  contribution: {
    pt: [
      'Margem de contribuição',
      'Receita menos tarifas, impostos e custo da mercadoria, das vendas em que todos são conhecidos. Antes de reembolsos, publicidade e frete pago por você.',
    ],
    en: [
      'Contribution margin',
      'Revenue less fees, tax and cost of goods, of the sales for which all are known. Before refunds, advertising and shipping paid by you.',
    ],
    es: [
      'Margen de contribución',
      'Ingresos menos tarifas, impuestos y costo de la mercancía, de las ventas en las que se conocen todos. Antes de reembolsos, publicidad y envío pagado por ti.',
    ],
  },
  contributionShare: {
    pt: [
      'Margem de contribuição sobre a receita',
      'Margem de contribuição dividida pela receita com todos os custos conhecidos.',
    ],
    en: [
      'Contribution margin as a share of revenue',
      'Contribution margin divided by the revenue with all costs known.',
    ],
    es: [
      'Margen de contribución sobre los ingresos',
      'Margen de contribución dividido por los ingresos con todos los costos conocidos.',
    ],
  },
  returnOnGoods: {
    pt: ['Retorno sobre a mercadoria', 'Margem de contribuição dividida pelo custo da mercadoria.'],
    en: ['Return on goods', 'Contribution margin divided by the cost of goods.'],
    es: [
      'Retorno sobre la mercancía',
      'Margen de contribución dividido por el costo de la mercancía.',
    ],
  },
  costCoverage: {
    pt: [
      'Receita com custos conhecidos',
      'Receita com tarifas, impostos e custo da mercadoria conhecidos, dividida por toda a receita.',
    ],
    en: [
      'Revenue with known costs',
      'Revenue with known fees, tax and cost of goods, divided by all revenue.',
    ],
    es: [
      'Ingresos con costos conocidos',
      'Ingresos con tarifas, impuestos y costo de la mercancía conocidos, divididos por todos los ingresos.',
    ],
  },
  profit: {
    pt: ['Lucro após publicidade', 'Margem de contribuição menos o investimento em publicidade.'],
    en: ['Profit after advertising', 'Contribution margin less ad spend.'],
    es: [
      'Ganancia después de publicidad',
      'Margen de contribución menos la inversión en publicidad.',
    ],
  },
  buyboxShare: {
    pt: [
      'Tempo com o buybox',
      'Do tempo em que os anúncios estavam à venda e se sabia quem tinha o buybox, a parte em que o tinham. Tempo dividido conta pela metade.',
    ],
    en: [
      'Time with the buybox',
      'Of the time in which listings were for sale and it was known who held the buybox, the part in which they held it. Shared time counts by half.',
    ],
    es: [
      'Tiempo con el buybox',
      'Del tiempo en que las publicaciones estaban a la venta y se sabía quién tenía el buybox, la parte en que lo tenían. El tiempo compartido cuenta por la mitad.',
    ],
  },
  sharedShare: {
    pt: [
      'Tempo com o buybox dividido',
      'A parte do mesmo tempo em que o buybox era dividido com outros vendedores.',
    ],
    en: [
      'Time with a shared buybox',
      'The part of the same time in which the buybox was shared with other sellers.',
    ],
    es: [
      'Tiempo con el buybox compartido',
      'La parte del mismo tiempo en que el buybox se compartía con otros vendedores.',
    ],
  },
  losingShare: {
    pt: ['Tempo sem o buybox', 'A parte do mesmo tempo em que outro vendedor tinha o buybox.'],
    en: [
      'Time without the buybox',
      'The part of the same time in which another seller held the buybox.',
    ],
    es: ['Tiempo sin el buybox', 'La parte del mismo tiempo en que otro vendedor tenía el buybox.'],
  },
  unseenShare: {
    pt: [
      'Tempo sem consulta',
      'A parte do tempo à venda em que não se sabe quem tinha o buybox: a última consulta tinha mais de 24 horas.',
    ],
    en: [
      'Time without a check',
      'The part of the time for sale in which it is not known who held the buybox: the last check was more than 24 hours old.',
    ],
    es: [
      'Tiempo sin consulta',
      'La parte del tiempo a la venta en que no se sabe quién tenía el buybox: la última consulta tenía más de 24 horas.',
    ],
  },
  losingTime: {
    pt: [
      'Horas perdendo o buybox',
      'Soma das horas de todos os anúncios em que outro vendedor tinha o buybox.',
    ],
    en: [
      'Hours of losing the buybox',
      'Hours, summed over all listings, in which another seller held the buybox.',
    ],
    es: [
      'Horas perdiendo el buybox',
      'Suma de las horas de todas las publicaciones en que otro vendedor tenía el buybox.',
    ],
  },
  barredTime: {
    pt: [
      'Horas fora da disputa',
      'Soma das horas de todos os anúncios em que não podiam disputar o buybox.',
    ],
    en: [
      'Hours out of the competition',
      'Hours, summed over all listings, in which they could not compete for the buybox.',
    ],
    es: [
      'Horas fuera de la competencia',
      'Suma de las horas de todas las publicaciones en que no podían competir por el buybox.',
    ],
  },
  priceChanges: {
    pt: [
      'Alterações de preço',
      'Alterações de preço que regras fizeram e que não foram desfeitas, no dia em que foram decididas.',
    ],
    en: [
      'Price changes',
      'Price changes that rules made and that were not undone, on the day on which they were decided.',
    ],
    es: [
      'Cambios de precio',
      'Cambios de precio que hicieron las reglas y que no se deshicieron, en el día en que se decidieron.',
    ],
  },
  savedTime: {
    pt: [
      'Tempo economizado',
      'Alterações de preço vezes os minutos que uma alteração manual leva, conforme as configurações atuais.',
    ],
    en: [
      'Saved time',
      'Price changes times the minutes that a manual change takes, by the present settings.',
    ],
    es: [
      'Tiempo ahorrado',
      'Cambios de precio multiplicados por los minutos que toma un cambio manual, según la configuración actual.',
    ],
  },
  impressions: {
    pt: ['Impressões', 'Quantas vezes anúncios patrocinados foram mostrados.'],
    en: ['Impressions', 'How often sponsored listings were shown.'],
    es: ['Impresiones', 'Cuántas veces se mostraron publicaciones patrocinadas.'],
  },
  clicks: {
    pt: ['Cliques', 'Cliques em anúncios patrocinados.'],
    en: ['Clicks', 'Clicks on sponsored listings.'],
    es: ['Clics', 'Clics en publicaciones patrocinadas.'],
  },
  ctr: {
    pt: ['CTR', 'Cliques divididos por impressões.'],
    en: ['CTR', 'Clicks divided by impressions.'],
    es: ['CTR', 'Clics divididos por impresiones.'],
  },
  cpc: {
    pt: ['CPC', 'Investimento dividido por cliques. Não é o lance.'],
    en: ['CPC', 'Ad spend divided by clicks. It is not the bid.'],
    es: ['CPC', 'Inversión dividida por clics. No es la puja.'],
  },
  adOrders: {
    pt: [
      'Pedidos por publicidade',
      'Pedidos que o marketplace atribui a cliques, no dia do clique.',
    ],
    en: [
      'Orders by advertising',
      'Orders that the marketplace attributes to clicks, on the day of the click.',
    ],
    es: [
      'Pedidos por publicidad',
      'Pedidos que el marketplace atribuye a clics, en el día del clic.',
    ],
  },
  adConversion: {
    pt: ['Conversão da publicidade', 'Pedidos por publicidade divididos por cliques.'],
    en: ['Conversion of advertising', 'Orders by advertising divided by clicks.'],
    es: ['Conversión de la publicidad', 'Pedidos por publicidad divididos por clics.'],
  },
  investment: {
    pt: ['Investimento', 'O que os cliques custaram, antes de bonificações.'],
    en: ['Ad spend', 'What clicks cost, before credits.'],
    es: ['Inversión', 'Lo que costaron los clics, antes de bonificaciones.'],
  },
  adRevenue: {
    pt: [
      'Receita por publicidade',
      'Vendas que o marketplace atribui a cliques, do mesmo produto e de outros.',
    ],
    en: [
      'Revenue by advertising',
      'Sales that the marketplace attributes to clicks, of the same product and of others.',
    ],
    es: [
      'Ingresos por publicidad',
      'Ventas que el marketplace atribuye a clics, del mismo producto y de otros.',
    ],
  },
  acos: {
    pt: ['ACOS', 'Investimento dividido por receita por publicidade.'],
    en: ['ACOS', 'Ad spend divided by revenue by advertising.'],
    es: ['ACOS', 'Inversión dividida por ingresos por publicidad.'],
  },
  roas: {
    pt: ['ROAS', 'Receita por publicidade dividida por investimento.'],
    en: ['ROAS', 'Revenue by advertising divided by ad spend.'],
    es: ['ROAS', 'Ingresos por publicidad divididos por inversión.'],
  },
  tacos: {
    pt: ['TACOS', 'Investimento dividido por toda a receita.'],
    en: ['TACOS', 'Ad spend divided by all revenue.'],
    es: ['TACOS', 'Inversión dividida por todos los ingresos.'],
  },
  adRoi: {
    pt: [
      'ROI da publicidade',
      'Margem de contribuição das vendas por publicidade menos investimento, dividida por investimento.',
    ],
    en: [
      'ROI of advertising',
      'Contribution margin of the sales by advertising less ad spend, divided by ad spend.',
    ],
    es: [
      'ROI de la publicidad',
      'Margen de contribución de las ventas por publicidad menos inversión, dividido por inversión.',
    ],
  },
};
