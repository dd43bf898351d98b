import type { Explanations } from './explanations.ts';

export const pt: Explanations = {
  lines: {
    'evidence.none': 'Ainda não há cliques que contem.',
    'evidence.matured':
      'Cliques: {clicks} (dias: {days}), que valem {matured} cliques maduros. Pedidos: {orders}, ou {aged} pelo peso da idade.',
    'evidence.left_out_not_featured':
      'Dias deixados de fora porque o anúncio não estava com o buybox: {days}.',
    'evidence.left_out_out_of_stock': 'Dias deixados de fora porque não havia estoque: {days}.',
    'evidence.left_out_other_price':
      'Dias deixados de fora porque o preço estava a mais de {percent}% do de hoje: {days}.',
    'conversion.estimate':
      'Conversão de {estimate}%, com 80% de probabilidade entre {low}% e {high}%. O nível acima tem {prior}%, com peso {strength}.',
    'value.price_factor':
      'Os cliques vieram com o preço de {priceThen}, e hoje ele é {price}: com elasticidade de {elasticity}, o valor é multiplicado por {factor}.',
    'value.click':
      'Um clique vale {value} de receita, com o preço de {price} ({units} un. por pedido).',
    'margin.known':
      'Cada unidade deixa {perUnit} antes da publicidade, {percent}% do preço: um clique se paga até {breakEven}.',
    'margin.unknown':
      'A margem não é conhecida: nada aqui diz se a publicidade dá lucro. Informe os custos do anúncio.',
    'target.goal': 'A meta de ACOS informada é {acos}%.',
    'target.profitability':
      'Rentabilidade: cada clique precisa se pagar com {share}% da margem, um ACOS de até {acos}%.',
    'target.growth':
      'Crescimento: na média, a publicidade usa {share}% da margem, um ACOS de {acos}%.',
    'target.visibility':
      'Visibilidade: na média, a publicidade usa {share}% da margem, um ACOS de {acos}%. Acima de 100%, perde dinheiro até o limite informado.',
    'target.none':
      'A campanha não tem estratégia. A recomendação usa {share}% da margem, um ACOS de até {acos}%.',
    'warning.goal_above_margin':
      'Atenção: a meta de {acos}% passa da margem de {percent}%. Atingi-la dá prejuízo.',
    'warning.goal_outside_range':
      'Atenção: a meta de {acos}% está fora da faixa desta estratégia, de {from}% a {upTo}%.',
    'multiplier.ros':
      'O fator {factor} leva o ACOS médio da campanha à meta (fator do orçamento: {budget}).',
    'multiplier.budget':
      'O fator {factor} faz o orçamento durar o dia inteiro (fator da meta: {ros}).',
    'bid.formula': '{factor} × {acos}% × {value} = {bid}.',
    'bid.prior':
      'Com {clicks} cliques maduros, a falta de pedidos ainda não prova nada: são precisos {needed}. Até lá, o lance não fica abaixo do que o nível acima indica, {bid}.',
    'bid.starved':
      'Dias sem impressões: {days}. O lance volta para {bid}, até onde o valor do clique permite.',
    'bid.explored': 'A verba de exploração paga por um lance de {bid}, para aprender mais.',
    'bid.suggested': 'Uma palavra-chave nova começa pela sugestão do marketplace: {bid}.',
    'limits.budget':
      'Limitado a {highest}: o orçamento do dia deve pagar pelo menos {parts} cliques.',
    'limits.company': 'Limitado a {highest}, o maior lance que a empresa permite.',
    'limits.maximum': 'Limitado a {highest}, o maior lance do marketplace.',
    'limits.minimum': 'Elevado a {lowest}, o menor lance do marketplace.',
    'hold.buybox_out_of_reach':
      'Sem o buybox há {hours} h, e o preço já está no mínimo: pause a publicidade do anúncio.',
    'hold.buybox_lost':
      'Sem o buybox há {hours} h, e o preço já está no mínimo: o lance fica como está.',
    'hold.without_buybox': 'Sem o buybox há {hours} h: enquanto isso, o lance não sobe.',
    'hold.buybox_regained': 'O buybox voltou há {hours} h: o lance só muda depois de {wait} h.',
    'hold.out_of_stock': 'Sem estoque: o lance fica como está.',
    'hold.stock_ending': 'Dias até o estoque acabar: {days}. Pause a publicidade do anúncio.',
    'hold.low_stock': 'Dias até o estoque acabar: {days}. O lance não sobe.',
    'hold.cooldown':
      'O lance seria {bid}, mas mudou há pouco. Ele espera por mais dias ({days}) ou por mais cliques ({clicks}), o que vier antes.',
    'hold.dead_band':
      'O lance seria {bid}, perto demais de {present} para o que se sabe: só muda além de {percent}%.',
    'step.bounded':
      'De {from}, o lance muda no máximo {percent}% por dia: vai para {to}, a caminho de {bid}.',
    'step.taken':
      'O lance seria {bid}, mas a variação máxima de hoje, {percent}% a partir de {from}, já foi feita.',
    'outcome.start': 'O lance começa em {to}.',
    'outcome.change': 'Lance de {from} para {to}.',
    'outcome.already_there': 'O lance já é {present}.',
    'outcome.no_margin':
      'Com o preço de {price}, uma unidade deixa {perUnit}: nenhum clique se paga. Pause, ou mude o preço.',
    'outcome.not_viable':
      'Um clique vale no máximo {worth} de lance, e o menor lance que aparece é {lowest}: com {percent}% de probabilidade, não se paga. Pause.',
    'outcome.no_strategy': 'A campanha não tem estratégia: isto é uma recomendação, e nada muda.',
    'outcome.margin_unknown': 'Sem margem e sem meta de ACOS, não há lance a calcular.',
    'outcome.limits_conflict':
      'Nenhum lance cabe nos limites: o maior permitido é menor que o mínimo do marketplace.',
  },
  alternatives: {
    own_figures_alone:
      'Só com os números da própria palavra-chave: com poucos cliques, o acaso decide.',
    orders_so_far: 'Só com os pedidos já conhecidos: os que ainda vêm parecem perdidos.',
    prior: 'Só com o nível acima: ignora o que esta palavra-chave já mostrou.',
    lower_end: 'Pelo limite inferior do intervalo: perde cliques que se pagam.',
    upper_end: 'Pelo limite superior do intervalo: paga por uma conversão improvável.',
    without_multiplier: 'Sem o fator da campanha: o ACOS médio, ou o orçamento, fica fora da meta.',
    break_even: 'O ponto de equilíbrio: cada clique custa tudo o que deixa.',
    profitability: 'Com a estratégia rentabilidade.',
    growth: 'Com a estratégia crescimento.',
    visibility: 'Com a estratégia visibilidade.',
  },
};
