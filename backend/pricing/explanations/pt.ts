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
    'outcome.change': 'O preço muda de {from} para {to}.',
    'outcome.waits_without_minimum':
      'A regra não tem preço mínimo, por isso nenhum preço muda sozinho: este aguarda aprovação.',
    'outcome.keep_already_there': 'O preço já é {price}.',
    'outcome.keep_winning': 'O anúncio já ganha; o preço fica em {price}.',
    'outcome.keep_below_minimum': 'O preço fica em {price}.',
    'outcome.keep_no_competitor':
      'Não há concorrente e a regra não tem máximo; o preço fica em {price}.',
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
