import type { Explanations } from './explanations.ts';

export const pt: Explanations = {
  lines: {
    'gate.rule_inactive': 'A regra não está ativa ({status}), por isso o preço não muda.',
    'gate.listing_inactive':
      'O anúncio não está à venda ({status}, estoque {stock}), por isso o preço não muda.',
    'gate.no_market_data': 'Não há dados do mercado deste anúncio, por isso o preço não muda.',
    'gate.stale_market':
      'Os dados do mercado têm {hours} h, mais que o limite de {limit} h, por isso o preço não muda.',
    'gate.not_competing':
      'O marketplace deixa o anúncio fora da disputa: {reason}. Nenhum preço resolve isso.',
    'gate.kill_switch': 'A empresa parou todas as mudanças de preço.',
    'gate.in_promotion':
      'O anúncio está em promoção, e o marketplace não deixa mudar o preço durante ela.',
    'gate.price_automated':
      'A automação de preços do marketplace controla este preço e não deixa mudá-lo por fora. Desligue-a lá para que a regra valha.',
    'rivals.counted': 'Ofertas vistas: {offers}. Concorrentes que contam: {rivals}.',
    'rivals.left_out_unavailable': 'Fora da conta por estar sem oferta disponível: {names}.',
    'rivals.left_out_exception': 'Fora da conta por ser exceção da regra: {names}.',
    'rivals.left_out_other_condition': 'Fora da conta por ter outra condição do produto: {names}.',
    'rivals.left_out_other_comparison': 'Fora da conta por não ser produto idêntico: {names}.',
    'rivals.left_out_other_marketplace': 'Fora da conta por vender em outro marketplace: {names}.',
    'control.regained':
      'O preço foi mudado fora daqui, de {lastSet} para {present}. A regra retoma o controle.',
    'control.lost':
      'O preço foi mudado fora daqui, de {lastSet} para {present}. A regra cede o controle e fica pausada.',
    'base.lowest_price': 'O melhor concorrente é {seller}, com {comparable}.',
    'base.winner': 'Quem ganha o buybox é {seller}, com {comparable}.',
    'base.winner_is_no_rival':
      'Quem ganha o buybox não é um concorrente a vencer. O melhor concorrente é {seller}, com {comparable}.',
    'target.undercut': '{by} abaixo de {base} dá {target}.',
    'target.undercut_safely': 'A margem segura pede {by} abaixo de {base}: {target}.',
    'target.match': 'Igual à referência: {target}.',
    'target.stay_above': '{by} acima de {base} dá {target}.',
    'target.wins_already':
      'O anúncio já ganha com {present}; baixar para {target} só custaria margem.',
    'shipping.own_shipping': 'Menos o frete próprio de {shipping}: {price} pelo produto.',
    'limits.above_maximum': 'Seu máximo limitou: {price} passa de {maxPrice}.',
    'limits.raised_to_minimum': 'Seu mínimo segurou: {price} fica abaixo de {minPrice}.',
    'limits.below_minimum': 'Seu mínimo impediu a mudança: {price} fica abaixo de {minPrice}.',
    'limits.present_outside':
      'O preço atual, {price}, está fora dos seus limites e vai para o mais próximo.',
    'limits.not_above_zero': 'O cálculo deu {price}; um preço precisa ser maior que zero.',
    'limits.inside': '{price} está dentro dos seus limites.',
    'limits.no_limits': 'A regra não tem mínimo nem máximo.',
    'limits.nobody_to_beat': 'Não há concorrente: o preço vai para o seu máximo, {maxPrice}.',
    'guard.large_step':
      'De {from} para {to} é um passo de {percent} %, e uma regra pode mudar até {limit} % sozinha: esta espera aprovação.',
    'guard.kept_back': 'Uma última conferência segurou este preço, por isso ele espera aprovação.',
    'guard.large_day_move':
      'O anúncio esteve em {from} nas últimas 24 horas. Daí até {to} são {percent} %, e uma regra pode mudar até {limit} % por dia sozinha: esta espera aprovação.',
    'guard.cheaper_elsewhere':
      'O mesmo produto custa {price} com frete em {marketplace}, menos que aqui: o Mercado Livre pode tirar o anúncio do destaque por isso.',
    'guard.waits_for_parity':
      'A empresa não deixa isso sair sozinho: este preço aguarda aprovação.',
    'outcome.change': 'O preço muda de {from} para {to}.',
    'outcome.waits_without_minimum':
      'A regra não tem preço mínimo, por isso nenhum preço muda sozinho: este aguarda aprovação.',
    'outcome.keep_already_there': 'O preço já é {price}.',
    'outcome.keep_winning': 'O anúncio já ganha; o preço fica em {price}.',
    'outcome.keep_below_minimum': 'O preço fica em {price}.',
    'outcome.keep_no_competitor':
      'Não há concorrente e a regra não tem máximo; o preço fica em {price}.',
    'gate.no_cost':
      'O mínimo depende do custo do anúncio, e o custo ou a tarifa não é conhecido, por isso o preço não muda.',
    'gate.fee_awaited':
      'O marketplace está sendo perguntado que tarifa cobra no seu mínimo, por isso o preço espera.',
    'gate.minimum_unreachable':
      'Nenhum preço até o máximo deixa os {percent} % que o mínimo pede, por isso o preço não muda.',
    'target.price_to_win': 'O marketplace diz que {target} ganha.',
    'target.known_to_win': '{present} não ganha, e sabe-se que {target} ganha: volta para lá.',
    'target.step_down': '{present} já é o menor preço e não ganha: {by} a menos dá {target}.',
    'target.at_ceiling':
      'O anúncio ganha com {present}, e nada acima disso deve ganhar: o teto é {ceiling}.',
    'target.climb_to_told':
      'O anúncio ganha com {present}, e o marketplace diz que {ceiling} ganharia: metade do caminho dá {target}.',
    'target.climb_below_lost':
      'O anúncio ganha com {present}; o menor preço que se sabe que perde fica logo acima de {ceiling}: metade do caminho até lá dá {target}.',
    'target.climb_below_best':
      'O anúncio ganha com {present}, e o melhor concorrente deixa espaço até {ceiling}: metade do caminho dá {target}.',
    'target.acos_raise':
      'O ACOS está em {figure} %, acima do limite de {figureLimit} %: {by} a mais dá {target}.',
    'target.acos_lower':
      'O ACOS está em {figure} %, de volta ao limite de {figureLimit} % há um dia: {by} a menos dá {target}.',
    'target.acos_within_limit': 'O ACOS está em {figure} %, dentro do limite de {figureLimit} %.',
    'target.acos_moved_today':
      'O ACOS está em {figure} %, com limite de {figureLimit} %; o preço muda no máximo uma vez em 24 horas.',
    'target.roas_raise':
      'O ROAS está em {figure}, abaixo do limite de {figureLimit}: {by} a mais dá {target}.',
    'target.roas_lower':
      'O ROAS está em {figure}, de volta ao limite de {figureLimit} há um dia: {by} a menos dá {target}.',
    'target.roas_within_limit': 'O ROAS está em {figure}, dentro do limite de {figureLimit}.',
    'target.roas_moved_today':
      'O ROAS está em {figure}, com limite de {figureLimit}; o preço muda no máximo uma vez em 24 horas.',
    'limits.minimum_by_margin': 'Seu mínimo é o preço que deixa margem de {percent} %: {minPrice}.',
    'limits.minimum_by_return':
      'Seu mínimo é o preço que devolve {percent} % do custo: {minPrice}.',
    'limits.fee_at_minimum':
      'Em {price} o marketplace fica com {feePercent} % e {feeFixed}: o mínimo conta com isso.',
    'limits.fee_to_be_asked':
      'A tarifa nesse preço ainda será perguntada ao marketplace: o mínimo pode mudar.',
    'war.rests':
      'Você e {seller} baixam o preço um contra o outro: o preço descansa por {hours} h.',
    'war.way_up':
      'A guerra de preços com {seller} descansou por {hours} h: o preço oferece a subida, até {target}.',
    'war.waits': 'A subida foi oferecida a {seller}: o preço espera por isso até {hours} h.',
    'outcome.keep_price_war': 'O preço fica em {price}.',
    'outcome.keep_no_ad_data':
      'A publicidade dos últimos 30 dias não teve gasto ou não teve vendas; o preço fica em {price}.',
    'outcome.keep_within_limit': 'O preço fica em {price}.',
    'outcome.keep_moved_today': 'O preço fica em {price}.',
  },
  words: {
    enabled: 'ativa',
    disabled: 'desativada',
    paused: 'pausada',
    archived: 'arquivada',
    not_started: 'ainda não começou',
    ended: 'já terminou',
    ENABLED: 'ativo',
    PAUSED: 'pausado',
    INACTIVE: 'inativo',
    REVIEW: 'em revisão',
    ARCHIVED: 'arquivado',
    unknown: 'motivo não informado',
    non_trusted_seller: 'vendedor sem confiança',
    reputation_below_threshold: 'reputação abaixo do exigido',
    item_reputation_below_threshold: 'reputação do anúncio abaixo do exigido',
    winner_has_better_reputation: 'quem ganha tem reputação melhor',
    manufacturing_time: 'prazo de fabricação',
    temporarily_winning_manufacturing_time: 'prazo de fabricação, por enquanto',
    temporarily_competing_manufacturing_time: 'prazo de fabricação, por enquanto',
    temporarily_winning_best_reputation_available: 'reputação, por enquanto',
    temporarily_competing_best_reputation_available: 'reputação, por enquanto',
    item_paused: 'anúncio pausado',
    item_not_opted_in: 'anúncio fora do catálogo',
    shipping_mode: 'modo de envio pior',
    newbie_program_seller: 'vendedor no programa de novatos',
    no_improvement_price: 'nenhum preço melhora a posição',
    reputation_limit_reached: 'limite de reputação atingido',
  },
};
