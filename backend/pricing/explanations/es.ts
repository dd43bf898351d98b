import type { Explanations } from './explanations.ts';

export const es: Explanations = {
  lines: {
    'gate.rule_inactive': 'La regla no está activa ({status}), por eso el precio no cambia.',
    'gate.listing_inactive':
      'La publicación no está a la venta ({status}, stock {stock}), por eso el precio no cambia.',
    'gate.no_market_data':
      'No hay datos del mercado de esta publicación, por eso el precio no cambia.',
    'gate.stale_market':
      'Los datos del mercado tienen {hours} h, más que el límite de {limit} h, por eso el precio no cambia.',
    'gate.not_competing':
      'El marketplace deja la publicación fuera de la competencia: {reason}. Ningún precio lo resuelve.',
    'gate.kill_switch': 'La empresa detuvo todos los cambios de precio.',
    'gate.in_promotion':
      'La publicación está en promoción, y el marketplace no permite cambiar el precio mientras dure.',
    'rivals.counted': 'Ofertas vistas: {offers}. Competidores que cuentan: {rivals}.',
    'rivals.left_out_unavailable': 'Fuera de la cuenta por no estar disponible: {names}.',
    'rivals.left_out_exception': 'Fuera de la cuenta por ser excepción de la regla: {names}.',
    'rivals.left_out_other_condition':
      'Fuera de la cuenta por otra condición del producto: {names}.',
    'rivals.left_out_other_comparison':
      'Fuera de la cuenta por no ser un producto idéntico: {names}.',
    'rivals.left_out_other_marketplace':
      'Fuera de la cuenta por vender en otro marketplace: {names}.',
    'control.regained':
      'El precio se cambió fuera de aquí, de {lastSet} a {present}. La regla retoma el control.',
    'control.lost':
      'El precio se cambió fuera de aquí, de {lastSet} a {present}. La regla cede el control y queda pausada.',
    'base.lowest_price': 'El mejor competidor es {seller}, con {comparable}.',
    'base.winner': 'Quien gana el buybox es {seller}, con {comparable}.',
    'base.winner_is_no_rival':
      'Quien gana el buybox no es un competidor a vencer. El mejor competidor es {seller}, con {comparable}.',
    'target.undercut': '{by} por debajo de {base} da {target}.',
    'target.undercut_safely': 'El margen seguro pide {by} por debajo de {base}: {target}.',
    'target.match': 'Igual que la referencia: {target}.',
    'target.stay_above': '{by} por encima de {base} da {target}.',
    'target.wins_already':
      'La publicación ya gana con {present}; bajar a {target} solo costaría margen.',
    'shipping.own_shipping': 'Menos el envío propio de {shipping}: {price} por el producto.',
    'limits.above_maximum': 'Su máximo lo limitó: {price} supera {maxPrice}.',
    'limits.raised_to_minimum': 'Su mínimo lo sostuvo: {price} queda por debajo de {minPrice}.',
    'limits.below_minimum': 'Su mínimo impidió el cambio: {price} queda por debajo de {minPrice}.',
    'limits.present_outside':
      'El precio actual, {price}, está fuera de sus límites y va al más cercano.',
    'limits.not_above_zero': 'El cálculo dio {price}; un precio debe ser mayor que cero.',
    'limits.inside': '{price} está dentro de sus límites.',
    'limits.no_limits': 'La regla no tiene mínimo ni máximo.',
    'limits.nobody_to_beat': 'No hay competidor: el precio va a su máximo, {maxPrice}.',
    'outcome.change': 'El precio cambia de {from} a {to}.',
    'outcome.waits_without_minimum':
      'La regla no tiene precio mínimo, por eso ningún precio cambia solo: este espera aprobación.',
    'outcome.keep_already_there': 'El precio ya es {price}.',
    'outcome.keep_winning': 'La publicación ya gana; el precio queda en {price}.',
    'outcome.keep_below_minimum': 'El precio queda en {price}.',
    'outcome.keep_no_competitor':
      'No hay competidor y la regla no tiene máximo; el precio queda en {price}.',
  },
  words: {
    enabled: 'activa',
    disabled: 'desactivada',
    paused: 'pausada',
    archived: 'archivada',
    not_started: 'aún no comenzó',
    ended: 'ya terminó',
    ENABLED: 'activa',
    PAUSED: 'pausada',
    INACTIVE: 'inactiva',
    REVIEW: 'en revisión',
    ARCHIVED: 'archivada',
    unknown: 'motivo no informado',
    non_trusted_seller: 'vendedor sin confianza',
    reputation_below_threshold: 'reputación por debajo de lo exigido',
    item_reputation_below_threshold: 'reputación de la publicación por debajo de lo exigido',
    winner_has_better_reputation: 'quien gana tiene mejor reputación',
    manufacturing_time: 'plazo de fabricación',
    temporarily_winning_manufacturing_time: 'plazo de fabricación, por ahora',
    temporarily_competing_manufacturing_time: 'plazo de fabricación, por ahora',
    temporarily_winning_best_reputation_available: 'reputación, por ahora',
    temporarily_competing_best_reputation_available: 'reputación, por ahora',
    item_paused: 'publicación pausada',
    item_not_opted_in: 'publicación fuera del catálogo',
    shipping_mode: 'modo de envío peor',
    newbie_program_seller: 'vendedor en el programa de nuevos',
    no_improvement_price: 'ningún precio mejora la posición',
    reputation_limit_reached: 'límite de reputación alcanzado',
  },
};
