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
    'gate.price_automated':
      'La automatización de precios del marketplace controla este precio y no deja cambiarlo por fuera. Desactívela allí para que valga la regla.',
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
    'guard.large_step':
      'De {from} a {to} es un paso del {percent} %, y una regla puede mover hasta el {limit} % por sí sola: este espera aprobación.',
    'guard.kept_back': 'Un último control retuvo este precio, por eso espera aprobación.',
    'guard.large_day_move':
      'La publicación estuvo en {from} en las últimas 24 horas. De ahí a {to} hay un {percent} %, y una regla puede mover hasta el {limit} % por día por sí sola: este espera aprobación.',
    'guard.cheaper_elsewhere':
      'El mismo producto cuesta {price} con envío en {marketplace}, menos que aquí: Mercado Libre puede quitarle exposición a la publicación por eso.',
    'guard.waits_for_parity':
      'La empresa no deja que eso salga solo: este precio espera aprobación.',
    'outcome.change': 'El precio cambia de {from} a {to}.',
    'outcome.waits_without_minimum':
      'La regla no tiene precio mínimo, por eso ningún precio cambia solo: este espera aprobación.',
    'outcome.keep_already_there': 'El precio ya es {price}.',
    'outcome.keep_winning': 'La publicación ya gana; el precio queda en {price}.',
    'outcome.keep_below_minimum': 'El precio queda en {price}.',
    'outcome.keep_no_competitor':
      'No hay competidor y la regla no tiene máximo; el precio queda en {price}.',
    'gate.no_cost':
      'El mínimo depende del costo de la publicación, y el costo o la tarifa no se conoce, por eso el precio no cambia.',
    'gate.fee_awaited':
      'Se está preguntando al marketplace qué tarifa cobra en tu mínimo, por eso el precio espera.',
    'gate.minimum_unreachable':
      'Ningún precio hasta el máximo deja el {percent} % que pide el mínimo, por eso el precio no cambia.',
    'target.price_to_win': 'El marketplace dice que {target} gana.',
    'target.known_to_win': '{present} no gana, y se sabe que {target} gana: vuelve allí.',
    'target.step_down': '{present} ya es el precio más bajo y no gana: {by} menos da {target}.',
    'target.at_ceiling':
      'La publicación gana con {present}, y no se espera que gane nada más alto: el techo es {ceiling}.',
    'target.climb_to_told':
      'La publicación gana con {present}, y el marketplace dice que {ceiling} ganaría: la mitad del camino da {target}.',
    'target.climb_below_lost':
      'La publicación gana con {present}; el precio más bajo que se sabe que pierde está apenas por encima de {ceiling}: la mitad del camino hasta allí da {target}.',
    'target.climb_below_best':
      'La publicación gana con {present}, y el mejor competidor deja espacio hasta {ceiling}: la mitad del camino da {target}.',
    'target.acos_raise':
      'El ACOS está en {figure} %, por encima del límite de {figureLimit} %: {by} más da {target}.',
    'target.acos_lower':
      'El ACOS está en {figure} %, de vuelta en el límite de {figureLimit} % desde hace un día: {by} menos da {target}.',
    'target.acos_within_limit': 'El ACOS está en {figure} %, dentro del límite de {figureLimit} %.',
    'target.acos_moved_today':
      'El ACOS está en {figure} %, con un límite de {figureLimit} %; el precio cambia como máximo una vez en 24 horas.',
    'target.roas_raise':
      'El ROAS está en {figure}, por debajo del límite de {figureLimit}: {by} más da {target}.',
    'target.roas_lower':
      'El ROAS está en {figure}, de vuelta en el límite de {figureLimit} desde hace un día: {by} menos da {target}.',
    'target.roas_within_limit': 'El ROAS está en {figure}, dentro del límite de {figureLimit}.',
    'target.roas_moved_today':
      'El ROAS está en {figure}, con un límite de {figureLimit}; el precio cambia como máximo una vez en 24 horas.',
    'limits.minimum_by_margin':
      'Su mínimo es el precio que deja un margen del {percent} %: {minPrice}.',
    'limits.minimum_by_return':
      'Su mínimo es el precio que devuelve el {percent} % del costo: {minPrice}.',
    'limits.fee_at_minimum':
      'En {price} el marketplace se queda con {feePercent} % y {feeFixed}: el mínimo cuenta con eso.',
    'limits.fee_to_be_asked':
      'Todavía hay que preguntar al marketplace su tarifa en ese precio: el mínimo puede cambiar.',
    'war.rests':
      'Usted y {seller} bajan el precio uno contra el otro: el precio descansa {hours} h.',
    'war.way_up':
      'La guerra de precios con {seller} descansó {hours} h: el precio ofrece la subida, hasta {target}.',
    'war.waits': 'La subida se ofreció a {seller}: el precio la espera hasta {hours} h.',
    'outcome.keep_price_war': 'El precio se queda en {price}.',
    'outcome.keep_no_ad_data':
      'La publicidad de los últimos 30 días no tuvo gasto o no tuvo ventas; el precio se queda en {price}.',
    'outcome.keep_within_limit': 'El precio se queda en {price}.',
    'outcome.keep_moved_today': 'El precio se queda en {price}.',
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
