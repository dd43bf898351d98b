// Why each advice is given, in a sentence with its numbers, and how its effect follows from them.
import type { Locale } from '../../kernel/id.ts';
import type { AdviceKind } from '../contract.ts';

type Texts = Readonly<Record<Locale, string>>;

/** By kind and reason; values in single braces. */
export const REASON_TEXTS: Readonly<Record<string, Texts>> = {
  'improve_health.low': {
    pt: 'A saúde é {healthScore} de 100, abaixo de {healthGoal}. O marketplace mostra menos vezes anúncios com saúde baixa.',
    en: 'Its health is {healthScore} of 100, below {healthGoal}. The marketplace shows listings of low health less often.',
    es: 'La salud es {healthScore} de 100, menos de {healthGoal}. El marketplace muestra menos veces las publicaciones con salud baja.',
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
    pt: 'Perdeu o buybox em {losingShare} do tempo. A regra está pausada, porque o preço foi alterado fora do Primazia. {priceToWin} ganharia.',
    en: 'It lost the buybox for {losingShare} of the time. Its rule is paused, because the price was changed outside Primazia. {priceToWin} would win.',
    es: 'Perdió el buybox el {losingShare} del tiempo. La regla está en pausa, porque el precio se cambió fuera de Primazia. {priceToWin} ganaría.',
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
    pt: 'Perdeu o buybox em {losingShare} do tempo, e o preço de {newPrice} aguarda aprovação.',
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
    es: 'Vendió {units} unidades en 60 días sin publicidad. Los clics de la cuenta cuestan más de lo que paga el margen.',
  },
  'not_attractive.few_clicks': {
    pt: 'O CTR é {ctr}, menos da metade do CTR usual da conta, de {usualCtr}. Compare foto, título e preço com os concorrentes.',
    en: "Its CTR is {ctr}, less than half of the account's usual {usualCtr}. Compare picture, title and price with those of competitors.",
    es: 'El CTR es {ctr}, menos de la mitad del habitual de la cuenta, {usualCtr}. Compara foto, título y precio con los competidores.',
  },
  'high_cpc.clicks_lose': {
    pt: 'Um clique custa {cpc} e traz {clickValue} de margem: cada clique perde dinheiro (probabilidade de {probability}).',
    en: 'A click costs {cpc} and brings {clickValue} of margin: each click loses money (probability {probability}).',
    es: 'Un clic cuesta {cpc} y trae {clickValue} de margen: cada clic pierde dinero (probabilidad del {probability}).',
  },
  'high_cpc.above_usual': {
    pt: 'Um clique custa {cpc}, muito mais que os {usualCpc} usuais da conta, e o ACOS esperado de {acos} passa da meta de {goal}.',
    en: 'A click costs {cpc}, much more than the {usualCpc} usual in the account, and the expected ACOS of {acos} is above the goal of {goal}.',
    es: 'Un clic cuesta {cpc}, mucho más que los {usualCpc} habituales de la cuenta, y el ACOS esperado del {acos} supera la meta del {goal}.',
  },
  'low_conversion.few_orders': {
    pt: 'Em {clicks} cliques houve {orders} pedidos: a conversão é menos da metade da usual da conta, de {usualConversion} (probabilidade de {probability}).',
    en: '{clicks} clicks brought {orders} orders: it converts less than half as often as is usual in the account, {usualConversion} (probability {probability}).',
    es: '{clicks} clics trajeron {orders} pedidos: convierte menos de la mitad de lo habitual en la cuenta, {usualConversion} (probabilidad del {probability}).',
  },
  'low_conversion.no_orders': {
    pt: 'Em {clicks} cliques não houve nenhum pedido, e eles custaram {spend}. Com a conversão usual, de {usualConversion}, já teria havido um.',
    en: '{clicks} clicks brought no order and cost {spend}. At the usual conversion, {usualConversion}, there would have been one by now.',
    es: '{clicks} clics no trajeron ningún pedido y costaron {spend}. Con la conversión habitual, {usualConversion}, ya habría habido uno.',
  },
  'high_consumption.budget_spent': {
    pt: 'O orçamento de {budget} acabou em {fullDays} dos últimos 7 dias fechados, e atingir a meta de {goal} só tem probabilidade de {probability}.',
    en: 'The budget of {budget} was spent on {fullDays} of the latest 7 settled days, and reaching the goal of {goal} has a probability of only {probability}.',
    es: 'El presupuesto de {budget} se agotó en {fullDays} de los últimos 7 días cerrados, y alcanzar la meta del {goal} solo tiene una probabilidad del {probability}.',
  },
  'high_consumption.greedy_target': {
    pt: 'Consome {spend} da campanha e converte {conversion}, menos da metade do resto, que converte {usualConversion}.',
    en: 'It spends {spend} of the campaign and converts {conversion}, less than half of the rest, which converts {usualConversion}.',
    es: 'Consume {spend} de la campaña y convierte {conversion}, menos de la mitad del resto, que convierte {usualConversion}.',
  },
  'acos_above_goal.above': {
    pt: 'O ACOS esperado de {acos} passa da meta de {goal} (probabilidade de {probability}).',
    en: 'The expected ACOS of {acos} is above the goal of {goal} (probability {probability}).',
    es: 'El ACOS esperado del {acos} supera la meta del {goal} (probabilidad del {probability}).',
  },
  'ready_to_invest.budget_limits': {
    pt: 'Atinge a meta de {goal} (probabilidade de {probability}), e o orçamento de {budget} acabou em {fullDays} dos últimos 7 dias fechados.',
    en: 'It reaches its goal of {goal} (probability {probability}), and its budget of {budget} was spent on {fullDays} of the latest 7 settled days.',
    es: 'Alcanza la meta del {goal} (probabilidad del {probability}), y el presupuesto de {budget} se agotó en {fullDays} de los últimos 7 días cerrados.',
  },
  'doing_well.reaches_goal': {
    pt: 'O ACOS esperado de {acos} está dentro da meta de {goal} (probabilidade de {probability}). Não há nada a mudar.',
    en: 'The expected ACOS of {acos} is within the goal of {goal} (probability {probability}). There is nothing to change.',
    es: 'El ACOS esperado del {acos} está dentro de la meta del {goal} (probabilidad del {probability}). No hay nada que cambiar.',
  },
  'change_strategy.to_profitability': {
    pt: 'O ACOS esperado de {acos} não está na faixa da estratégia da campanha, e sim na de Rentabilidade, de {bandFrom} a {bandTo} (probabilidade de {probability}). Mudar a estratégia no marketplace reinicia o aprendizado por cerca de 7 dias.',
    en: "The expected ACOS of {acos} is not in the range of the campaign's strategy but in that of Profitability, {bandFrom} to {bandTo} (probability {probability}). Changing the strategy restarts the learning of the marketplace, for about 7 days.",
    es: 'El ACOS esperado del {acos} no está en el rango de la estrategia de la campaña, sino en el de Rentabilidad, del {bandFrom} al {bandTo} (probabilidad del {probability}). Cambiar la estrategia reinicia el aprendizaje del marketplace durante unos 7 días.',
  },
  'change_strategy.to_growth': {
    pt: 'O ACOS esperado de {acos} não está na faixa da estratégia da campanha, e sim na de Crescimento, de {bandFrom} a {bandTo} (probabilidade de {probability}). Mudar a estratégia no marketplace reinicia o aprendizado por cerca de 7 dias.',
    en: "The expected ACOS of {acos} is not in the range of the campaign's strategy but in that of Growth, {bandFrom} to {bandTo} (probability {probability}). Changing the strategy restarts the learning of the marketplace, for about 7 days.",
    es: 'El ACOS esperado del {acos} no está en el rango de la estrategia de la campaña, sino en el de Crecimiento, del {bandFrom} al {bandTo} (probabilidad del {probability}). Cambiar la estrategia reinicia el aprendizaje del marketplace durante unos 7 días.',
  },
  'change_strategy.to_visibility': {
    pt: 'O ACOS esperado de {acos} não está na faixa da estratégia da campanha, e sim na de Visibilidade, de {bandFrom} a {bandTo} (probabilidade de {probability}). Mudar a estratégia no marketplace reinicia o aprendizado por cerca de 7 dias.',
    en: "The expected ACOS of {acos} is not in the range of the campaign's strategy but in that of Visibility, {bandFrom} to {bandTo} (probability {probability}). Changing the strategy restarts the learning of the marketplace, for about 7 days.",
    es: 'El ACOS esperado del {acos} no está en el rango de la estrategia de la campaña, sino en el de Visibilidad, del {bandFrom} al {bandTo} (probabilidad del {probability}). Cambiar la estrategia reinicia el aprendizaje del marketplace durante unos 7 días.',
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
    pt: 'De um anúncio: 30 dias × cliques por dia × (60% × conversão × margem por unidade − custo por clique). De uma campanha: 20% dos cliques × (80% × 60% × conversão × margem por pedido − custo por clique). Metade do resultado.',
    en: 'Of a listing: 30 days × clicks a day × (60% × conversion × margin per unit − cost per click). Of a campaign: 20% of clicks × (80% × 60% × conversion × margin per order − cost per click). Half of the result.',
    es: 'De una publicación: 30 días × clics por día × (60 % × conversión × margen por unidad − costo por clic). De una campaña: 20 % de los clics × (80 % × 60 % × conversión × margen por pedido − costo por clic). La mitad del resultado.',
  },
  not_attractive: {
    pt: 'Impressões × (CTR do quartil inferior da conta − CTR) × (60% × conversão × margem por pedido − custo por clique), metade do resultado.',
    en: "Impressions × (CTR of the account's lower quartile − CTR) × (60% × conversion × margin per order − cost per click), half of the result.",
    es: 'Impresiones × (CTR del cuartil inferior de la cuenta − CTR) × (60 % × conversión × margen por pedido − costo por clic), la mitad del resultado.',
  },
  high_cpc: {
    pt: 'Cliques × fator × (60% × conversão × margem por pedido − fator × custo por clique) − o mesmo sem o fator, metade do resultado. O fator é a alteração dos lances.',
    en: 'Clicks × factor × (60% × conversion × margin per order − factor × cost per click) − the same without the factor, half of the result. The factor is the change of bids.',
    es: 'Clics × factor × (60 % × conversión × margen por pedido − factor × costo por clic) − lo mismo sin el factor, la mitad del resultado. El factor es el cambio de las pujas.',
  },
  low_conversion: {
    pt: 'Da campanha: cliques × (conversão do quartil inferior da conta − conversão) × margem por pedido × 60%. Do que é pausado: cliques × (custo por clique − 60% × conversão × margem por pedido). Metade do resultado.',
    en: "Of a campaign: clicks × (conversion of the account's lower quartile − conversion) × margin per order × 60%. Of what is paused: clicks × (cost per click − 60% × conversion × margin per order). Half of the result.",
    es: 'De la campaña: clics × (conversión del cuartil inferior de la cuenta − conversión) × margen por pedido × 60 %. De lo que se pausa: clics × (costo por clic − 60 % × conversión × margen por pedido). La mitad del resultado.',
  },
  high_consumption: {
    pt: '20% dos cliques × (custo por clique − 80% × 60% × conversão × margem por pedido), ou, com lances menores, como em CPC alto. Metade do resultado.',
    en: '20% of clicks × (cost per click − 80% × 60% × conversion × margin per order), or, with lower bids, as for high CPC. Half of the result.',
    es: '20 % de los clics × (costo por clic − 80 % × 60 % × conversión × margen por pedido) o, con pujas menores, como en CPC alto. La mitad del resultado.',
  },
  acos_above_goal: {
    pt: 'Cliques × fator × (60% × conversão × margem por pedido − fator × custo por clique) − o mesmo sem o fator, metade do resultado. O fator é a alteração dos lances.',
    en: 'Clicks × factor × (60% × conversion × margin per order − factor × cost per click) − the same without the factor, half of the result. The factor is the change of bids.',
    es: 'Clics × factor × (60 % × conversión × margen por pedido − factor × costo por clic) − lo mismo sin el factor, la mitad del resultado. El factor es el cambio de las pujas.',
  },
};
