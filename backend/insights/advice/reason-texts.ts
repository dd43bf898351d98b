// Why each advice is given, in a sentence with its numbers, and how its effect follows from them.
import type { Locale } from '../../kernel/id.ts';
import type { AdviceKind } from '../contract.ts';

type Texts = Readonly<Record<Locale, string>>;

/** By kind and reason; numbers stand in single braces. */
export const REASON_TEXTS: Readonly<Record<string, Texts>> = {
  'improve_health.low': {
    pt: 'A saúde é {healthScore} de 100, abaixo de {healthGoal}. O marketplace mostra menos anúncios assim.',
    en: 'Its health is {healthScore} of 100, below {healthGoal}. The marketplace shows such listings less.',
    es: 'La salud es {healthScore} de 100, menos de {healthGoal}. El marketplace muestra menos estas publicaciones.',
  },
  'losing_buybox.no_rule': {
    pt: 'Perdeu o buybox em {losingShare} do tempo e não tem regra. {priceToWin} ganharia, e cada unidade ainda deixaria {contributionToWin}.',
    en: 'It lost the buybox for {losingShare} of the time and has no rule. {priceToWin} would win, and each unit would still leave {contributionToWin}.',
    es: 'Perdió el buybox el {losingShare} del tiempo y no tiene regla. {priceToWin} ganaría, y cada unidad aún dejaría {contributionToWin}.',
  },
  'losing_buybox.rule_off': {
    pt: 'Perdeu o buybox em {losingShare} do tempo com a regra desativada. {priceToWin} ganharia, e cada unidade ainda deixaria {contributionToWin}.',
    en: 'It lost the buybox for {losingShare} of the time while its rule is disabled. {priceToWin} would win, and each unit would still leave {contributionToWin}.',
    es: 'Perdió el buybox el {losingShare} del tiempo con la regla desactivada. {priceToWin} ganaría, y cada unidad aún dejaría {contributionToWin}.',
  },
  'losing_buybox.rule_off_minimum': {
    pt: 'Perdeu o buybox em {losingShare} do tempo. A regra está desativada, e o mínimo de {minPrice} fica acima de {priceToWin}, que ganharia.',
    en: 'It lost the buybox for {losingShare} of the time. Its rule is disabled, and the minimum of {minPrice} is above {priceToWin}, which would win.',
    es: 'Perdió el buybox el {losingShare} del tiempo. La regla está desactivada, y el mínimo de {minPrice} supera {priceToWin}, que ganaría.',
  },
  'losing_buybox.rule_paused': {
    pt: 'Perdeu o buybox em {losingShare} do tempo. A regra está pausada, porque o preço foi mudado fora dela. {priceToWin} ganharia.',
    en: 'It lost the buybox for {losingShare} of the time. Its rule is paused, since the price was changed elsewhere. {priceToWin} would win.',
    es: 'Perdió el buybox el {losingShare} del tiempo. La regla está en pausa, porque el precio se cambió fuera de ella. {priceToWin} ganaría.',
  },
  'losing_buybox.group_rule': {
    pt: 'Perdeu o buybox em {losingShare} do tempo. A regra do grupo não chega a {priceToWin}, que ganharia.',
    en: 'It lost the buybox for {losingShare} of the time. The rule of its group does not go to {priceToWin}, which would win.',
    es: 'Perdió el buybox el {losingShare} del tiempo. La regla del grupo no llega a {priceToWin}, que ganaría.',
  },
  'losing_buybox.minimum_above': {
    pt: 'Perdeu o buybox em {losingShare} do tempo. O mínimo de {minPrice} fica acima de {priceToWin}, que ganharia e ainda deixaria {contributionToWin} por unidade.',
    en: 'It lost the buybox for {losingShare} of the time. The minimum of {minPrice} is above {priceToWin}, which would win and still leave {contributionToWin} a unit.',
    es: 'Perdió el buybox el {losingShare} del tiempo. El mínimo de {minPrice} supera {priceToWin}, que ganaría y aún dejaría {contributionToWin} por unidad.',
  },
  'losing_buybox.waits': {
    pt: 'Perdeu o buybox em {losingShare} do tempo, e o preço de {newPrice} espera por aprovação.',
    en: 'It lost the buybox for {losingShare} of the time, and the price of {newPrice} waits for approval.',
    es: 'Perdió el buybox el {losingShare} del tiempo, y el precio de {newPrice} espera aprobación.',
  },
  'losing_buybox.cost_missing': {
    pt: 'Perdeu o buybox em {losingShare} do tempo. Sem o custo, não se sabe se {priceToWin}, que ganharia, vale a pena.',
    en: 'It lost the buybox for {losingShare} of the time. Without its cost it is not known whether {priceToWin}, which would win, is worth it.',
    es: 'Perdió el buybox el {losingShare} del tiempo. Sin el costo no se sabe si {priceToWin}, que ganaría, vale la pena.',
  },
  'losing_buybox.not_worth': {
    pt: 'Perdeu o buybox em {losingShare} do tempo, mas ganhar a {priceToWin} deixaria {contributionToWin} por unidade: não vale a pena pelo preço.',
    en: 'It lost the buybox for {losingShare} of the time, but winning at {priceToWin} would leave {contributionToWin} a unit: it is not worth it by price.',
    es: 'Perdió el buybox el {losingShare} del tiempo, pero ganar a {priceToWin} dejaría {contributionToWin} por unidad: no vale la pena por precio.',
  },
  'losing_buybox.not_by_price': {
    pt: 'Perdeu o buybox em {losingShare} do tempo, e não é pelo preço: {priceToWin} não é menos que o preço atual. Compare o envio e a reputação.',
    en: 'It lost the buybox for {losingShare} of the time, and not by price: {priceToWin} is no less than the present price. Compare shipping and reputation.',
    es: 'Perdió el buybox el {losingShare} del tiempo, y no por el precio: {priceToWin} no es menos que el precio actual. Compara el envío y la reputación.',
  },
  'ready_to_invest.not_advertised': {
    pt: 'Vende sem publicidade, e um clique custaria {cpc}. Com a conversão usual da conta, de {conversion}, a publicidade se paga.',
    en: 'It sells without advertising, and a click would cost {cpc}. With the usual conversion of the account, {conversion}, advertising pays for itself.',
    es: 'Vende sin publicidad, y un clic costaría {cpc}. Con la conversión habitual de la cuenta, {conversion}, la publicidad se paga.',
  },
  'ads_without_ads.health': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. Antes de anunciar, melhore a saúde.',
    en: 'It sold {units} units in 60 days without advertising. Improve its health before advertising it.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. Antes de anunciarla, mejora la salud.',
  },
  'ads_without_ads.buybox': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. Não tem o buybox: recupere-o antes de anunciar.',
    en: 'It sold {units} units in 60 days without advertising. It does not hold the buybox: win it back before advertising it.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. No tiene el buybox: recupéralo antes de anunciarla.',
  },
  'ads_without_ads.stock': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. O estoque de {stock} não dura 14 dias com mais vendas.',
    en: 'It sold {units} units in 60 days without advertising. A stock of {stock} does not last 14 days with more sales.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. El stock de {stock} no dura 14 días con más ventas.',
  },
  'ads_without_ads.cost_missing': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. Sem o custo, não se sabe se anunciar vale a pena.',
    en: 'It sold {units} units in 60 days without advertising. Without its cost it is not known whether advertising is worth it.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. Sin el costo no se sabe si anunciarla vale la pena.',
  },
  'ads_without_ads.no_margin': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. No preço atual nada sobra para anunciar.',
    en: 'It sold {units} units in 60 days without advertising. At its present price nothing is left to advertise with.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. Al precio actual no queda nada para anunciarla.',
  },
  'ads_without_ads.no_rates': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. A conta ainda tem poucos cliques para dizer se vale a pena.',
    en: 'It sold {units} units in 60 days without advertising. The account has too few clicks yet to tell whether it is worth it.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. La cuenta aún tiene pocos clics para decir si vale la pena.',
  },
  'ads_without_ads.clicks_too_dear': {
    pt: 'Vendeu {units} unidades em 60 dias sem publicidade. Os cliques da conta custam mais do que a margem paga.',
    en: 'It sold {units} units in 60 days without advertising. Clicks of the account cost more than its margin pays.',
    es: 'Vendió {units} unidades en 60 días sin publicidad. Los clics de la cuenta cuestan más de lo que el margen paga.',
  },
};

/** How the effect follows, by kind. */
export const FORMULA_TEXTS: Readonly<Partial<Record<AdviceKind, Texts>>> = {
  losing_buybox: {
    pt: '720 h × tempo perdendo × vendas por hora × (tempo com o buybox × margem no preço para ganhar + tempo sem ele × vendas sem buybox × essa margem − vendas sem buybox × margem de hoje), metade do resultado.',
    en: '720 h × time losing × sales an hour × (time with the buybox × margin at the price to win + time without it × sales without the buybox × that margin − sales without the buybox × margin of today), half of the result.',
    es: '720 h × tiempo perdiendo × ventas por hora × (tiempo con el buybox × margen al precio para ganar + tiempo sin él × ventas sin buybox × ese margen − ventas sin buybox × margen de hoy), la mitad del resultado.',
  },
  ready_to_invest: {
    pt: '30 dias × cliques por dia × (60 % × conversão × margem por unidade − custo por clique), metade do resultado.',
    en: '30 days × clicks a day × (60 % × conversion × margin of a unit − cost per click), half of the result.',
    es: '30 días × clics por día × (60 % × conversión × margen por unidad − costo por clic), la mitad del resultado.',
  },
};
