import type { Explanations } from './explanations.ts';

export const pt: Explanations = {
  lines: {
    'gate.rule_inactive': 'A regra não está ativa ({status}), por isso o preço não muda.',
    'gate.listing_inactive':
      'O anúncio não está à venda ({status}, estoque {stock}), por isso o preço não muda.',
    'gate.no_market_data': 'Não há dados do mercado deste anúncio, por isso o preço não muda.',
    'gate.stale_market':
      'Os dados do mercado têm {hours} h, mais que o limite de {limit} h, por isso o preço não muda.',
    'gate.no_buybox':
      'O marketplace não tem buybox, e a regra disputa o buybox: o preço não muda. Use uma regra para fora do buybox.',
    'gate.competitors_not_reported':
      'O marketplace não informa os preços dos concorrentes, por isso o preço não muda.',
    'gate.not_competing':
      'O marketplace deixa o anúncio fora da disputa: {reason}. Nenhum preço resolve isso.',
    'gate.kill_switch': 'A empresa parou todas as alterações de preço.',
    'gate.in_promotion':
      'O anúncio está em promoção, e o marketplace não permite alterar o preço enquanto ela durar.',
    'gate.price_automated':
      'A automação de preços do marketplace controla este preço e bloqueia outras alterações. Desligue-a lá para que a regra possa agir.',
    'gate.pair_has_rule':
      'Outro anúncio, do catálogo, foi feito a partir deste e tem o mesmo preço: a regra dele o define, por isso esta não o muda.',
    'rivals.counted': 'Ofertas vistas: {offers}. Concorrentes que contam: {rivals}.',
    'rivals.left_out_unavailable': 'Não contam, por estarem indisponíveis: {names}.',
    'rivals.left_out_exception': 'Não contam, por serem exceções da regra: {names}.',
    'rivals.left_out_other_condition': 'Não contam, porque a condição do produto é outra: {names}.',
    'rivals.left_out_other_comparison': 'Não contam, porque o produto não é idêntico: {names}.',
    'rivals.left_out_other_marketplace': 'Não contam, por venderem em outro marketplace: {names}.',
    'control.regained':
      'O preço foi alterado fora do Primazia, de {lastSet} para {present}. A regra retoma o controle.',
    'control.lost':
      'O preço foi alterado fora do Primazia, de {lastSet} para {present}. A regra cede o controle e fica pausada.',
    'base.lowest_price': 'O melhor concorrente é {seller}, com {comparable}.',
    'base.winner': 'Quem ganha o buybox é {seller}, com {comparable}.',
    'base.winner_is_no_rival':
      'Quem ganha o buybox não é um concorrente a bater. O melhor concorrente é {seller}, com {comparable}.',
    'target.undercut': '{by} abaixo de {base} dá {target}.',
    'target.wins_already':
      'O anúncio já ganha com {present}; baixar para {target} só custaria margem.',
    'target.known_to_hold':
      '{present} não ganha, e {times} reduções seguidas também não ganharam: os concorrentes responderam a cada uma. {target} já manteve o buybox por horas, e o preço vai direto a esse valor.',
    'target.larger_step':
      '{present} não ganha, e {times} reduções seguidas também não ganharam: os concorrentes responderam a cada uma. A próxima é maior, de {percent}%: {target}.',
    'target.beside_best':
      'O mínimo de {minPrice} não ganhou. Por {hours} horas a regra não procura um preço que ganhe: para quem compra pelo preço, {target} fica junto do melhor concorrente, que pede {comparable}.',
    'target.night_rise':
      'Ganhar com este preço vale pouco. Até as 6h, enquanto poucos compram, ele sobe para {target}, para que os concorrentes acompanhem: o melhor deles pede {comparable}. Até lá o anúncio vende menos.',
    'target.night_rise_followed':
      'Depois da última noite assim, o melhor concorrente foi de {from} para {to}.',
    'target.night_rise_ignored':
      'Depois da última noite assim, o melhor concorrente foi de {from} para {to}: nenhum acompanhou, {times} vezes seguidas, e a cada vez a próxima tentativa demora mais, até quatro dias.',
    'shipping.own_shipping': 'Menos o frete próprio de {shipping}: {price} pelo produto.',
    'limits.above_maximum': 'Seu máximo limitou: {price} passa de {maxPrice}.',
    'limits.raised_to_minimum': 'Seu mínimo segurou: {price} fica abaixo de {minPrice}.',
    'limits.below_minimum': 'Seu mínimo impediu a alteração: {price} fica abaixo de {minPrice}.',
    'limits.present_outside':
      'O preço atual, {price}, está fora dos seus limites e vai para o mais próximo.',
    'limits.not_above_zero': 'O cálculo deu {price}; um preço precisa ser maior que zero.',
    'limits.inside': '{price} está dentro dos seus limites.',
    'limits.no_limits': 'A regra não tem mínimo nem máximo.',
    'limits.nobody_to_beat': 'Não há concorrente: o preço vai para o seu máximo, {maxPrice}.',
    'limits.own_listing':
      'Outro anúncio seu tem o buybox deste produto com {price}: este não fica abaixo dele.',
    'limits.small_rise':
      'O aumento de {present} para {target} é menor que o mínimo de {by} ({percent}% do preço), por isso o preço não muda.',
    'guard.large_step':
      'De {from} para {to} são {percent}%, e uma regra altera no máximo {limit}% sem aprovação: este preço aguarda aprovação.',
    'guard.kept_back': 'Uma última verificação segurou este preço: ele aguarda aprovação.',
    'guard.large_day_move':
      'O anúncio esteve em {from} nas últimas 24 horas. Daí até {to} são {percent}%, e uma regra altera no máximo {limit}% por dia sem aprovação: este preço aguarda aprovação.',
    'guard.cheaper_elsewhere':
      'O mesmo produto custa {price} com frete em {marketplace}, menos que aqui: por isso, a exposição deste anúncio pode ser reduzida.',
    'guard.waits_for_parity': 'A empresa exige aprovação nesse caso: este preço aguarda aprovação.',
    'guard.pace_interval':
      'Entre duas alterações de um anúncio passam pelo menos {minutes} min: este preço aguarda e será reavaliado depois disso.',
    'guard.pace_hour':
      'Um anúncio muda de preço no máximo {updates} vezes por hora: este preço aguarda e será reavaliado depois disso.',
    'guard.pace_day':
      'Um anúncio muda de preço no máximo {updates} vezes por dia: este preço aguarda e será reavaliado depois disso.',
    'guard.pace_waited':
      'Uma alteração anterior aguardou por causa dos limites de frequência da empresa.',
    'outcome.change': 'O preço muda de {from} para {to}.',
    'outcome.waits_without_minimum':
      'A regra não tem preço mínimo, por isso nenhum preço é alterado sem aprovação: este aguarda aprovação.',
    'outcome.keep_already_there': 'O preço já é {price}.',
    'outcome.keep_not_worth_it': 'O preço fica em {price}.',
    'outcome.keep_winning': 'O anúncio já ganha; o preço fica em {price}.',
    'outcome.keep_below_minimum': 'O preço fica em {price}.',
    'outcome.keep_no_competitor':
      'Não há concorrente e a regra não tem máximo; o preço fica em {price}.',
    'gate.no_cost':
      'O mínimo depende do custo do anúncio, e o custo ou a tarifa não são conhecidos, por isso o preço não muda.',
    'gate.fee_awaited':
      'Consultando no marketplace a tarifa no seu preço mínimo; até a resposta, o preço não muda.',
    'gate.minimum_unreachable':
      'Nenhum preço até o máximo deixa os {percent}% que o mínimo exige, por isso o preço não muda.',
    'target.acos_raise':
      'O ACOS está em {figure}%, acima do limite de {figureLimit}%: {by} a mais dá {target}.',
    'target.acos_lower':
      'O ACOS está em {figure}%, dentro do limite de {figureLimit}% há um dia: {by} a menos dá {target}.',
    'target.acos_within_limit': 'O ACOS está em {figure}%, dentro do limite de {figureLimit}%.',
    'target.acos_moved_today':
      'O ACOS está em {figure}%, com limite de {figureLimit}%; o preço muda no máximo uma vez em 24 horas.',
    'target.roas_raise':
      'O ROAS está em {figure}, abaixo do limite de {figureLimit}: {by} a mais dá {target}.',
    'target.roas_lower':
      'O ROAS está em {figure}, dentro do limite de {figureLimit} há um dia: {by} a menos dá {target}.',
    'target.roas_within_limit': 'O ROAS está em {figure}, dentro do limite de {figureLimit}.',
    'target.roas_moved_today':
      'O ROAS está em {figure}, com limite de {figureLimit}; o preço muda no máximo uma vez em 24 horas.',
    'limits.minimum_by_margin': 'Seu mínimo é o preço que deixa margem de {percent}%: {minPrice}.',
    'limits.minimum_by_return': 'Seu mínimo é o preço que devolve {percent}% do custo: {minPrice}.',
    'limits.fee_at_minimum':
      'Com {price}, o marketplace cobra {feePercent}% mais {feeFixed}: o mínimo já considera isso.',
    'limits.fee_to_be_asked':
      'A tarifa do marketplace nesse preço ainda não é conhecida: o mínimo pode mudar.',
    'war.rests': 'Você e {seller} baixam o preço um contra o outro: a regra pausa por {hours} h.',
    'war.way_up':
      'A guerra de preços com {seller} ficou pausada por {hours} h: a regra tenta subir o preço uma vez, até {target}.',
    'war.waits': 'O preço subiu; a regra espera até {hours} h que {seller} suba também.',
    'outcome.keep_price_war': 'O preço fica em {price}.',
    'outcome.keep_no_ad_data':
      'A publicidade não teve gasto ou vendas nos últimos 30 dias; o preço fica em {price}.',
    'outcome.keep_within_limit': 'O preço fica em {price}.',
    'outcome.keep_moved_today': 'O preço fica em {price}.',
    'gate.own_shipping_not_reported':
      'A regra considera o frete, e o marketplace não informa o deste anúncio, por isso o preço não muda.',
    'gate.offers_not_reported':
      'O marketplace não informa mais quem vende este produto, e a regra depende dos preços dos concorrentes: o preço não muda.',
    'rivals.left_out_suspect':
      'Não contam, porque o preço parece errado e ainda não foi confirmado: {names}.',
    'rivals.left_out_unknown_shipping':
      'Não contam, porque a regra considera o frete e o marketplace não informa o deles: {names}.',
    'rivals.not_reported':
      'O marketplace não informa mais quem vende este produto: vale só o que ele informa sobre o buybox deste anúncio.',
    'guard.cheaper_elsewhere_item':
      'O mesmo produto custa {price} sem o frete em {marketplace}, menos que aqui: por isso este anúncio pode perder exposição.',
    'outcome.keep_suspect_winner':
      'Quem tem o buybox pede um preço que parece errado e ainda não foi confirmado; o preço fica em {price}.',
    'outcome.keep_watched_prices_unknown':
      'O preço dos concorrentes monitorados não é conhecido agora; o preço fica em {price}.',
    'outcome.keep_suspect_prices':
      'Só há concorrentes com preços que parecem errados e ainda não foram confirmados; o preço fica em {price}.',
    'outcome.keep_shipping_not_reported':
      'Há concorrentes, mas o marketplace não informa o frete de nenhum; o preço fica em {price}.',
    'outcome.keep_offers_not_reported':
      'A estratégia desta regra depende do preço de um concorrente; o preço fica em {price}.',
    'outcome.keep_winner_not_reported':
      'A regra tem exceções, e o marketplace não informa quem tem o buybox; o preço fica em {price}.',
    'outcome.keep_own_listing_wins':
      'Outro anúncio seu tem o buybox deste produto; o preço fica em {price}.',
    'outcome.keep_no_price_to_win':
      'O marketplace não informa agora com que preço este anúncio ganharia; o preço fica em {price}.',
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
    non_trusted_seller: 'vendedor ainda não considerado confiável',
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
    newbie_program_seller: 'vendedor no programa de novos vendedores',
    no_improvement_price: 'nenhum preço melhora a posição',
    reputation_limit_reached: 'limite de reputação atingido',
  },
};
