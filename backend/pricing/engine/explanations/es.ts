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
    'gate.no_buybox':
      'El marketplace no tiene buybox, y la regla compite por él: el precio no cambia. Usa una regla para fuera del buybox.',
    'gate.competitors_not_reported':
      'El marketplace no informa los precios de los competidores, por eso el precio no cambia.',
    'gate.not_competing':
      'El marketplace deja la publicación fuera de la competencia: {reason}. Ningún precio lo resuelve.',
    'gate.kill_switch': 'La empresa detuvo todos los cambios de precio.',
    'gate.in_promotion':
      'La publicación está en promoción, y el marketplace no permite cambiar el precio mientras dure.',
    'gate.price_automated':
      'La automatización de precios del marketplace controla este precio y bloquea otros cambios. Desactívala allí para que la regla pueda actuar.',
    'gate.pair_has_rule':
      'Otra publicación, del catálogo, se hizo a partir de esta y tiene el mismo precio: su regla lo define, por eso esta no lo cambia.',
    'rivals.counted': 'Ofertas vistas: {offers}. Competidores que cuentan: {rivals}.',
    'rivals.left_out_unavailable': 'No cuentan, por no estar disponibles: {names}.',
    'rivals.left_out_exception': 'No cuentan, por ser excepciones de la regla: {names}.',
    'rivals.left_out_other_condition':
      'No cuentan, porque la condición del producto es otra: {names}.',
    'rivals.left_out_other_comparison': 'No cuentan, porque el producto no es idéntico: {names}.',
    'rivals.left_out_other_marketplace': 'No cuentan, por vender en otro marketplace: {names}.',
    'control.regained':
      'El precio se cambió fuera de Primazia, de {lastSet} a {present}. La regla retoma el control.',
    'control.lost':
      'El precio se cambió fuera de Primazia, de {lastSet} a {present}. La regla cede el control y queda pausada.',
    'base.lowest_price': 'El mejor competidor es {seller}, con {comparable}.',
    'base.winner': 'Quien gana el buybox es {seller}, con {comparable}.',
    'base.winner_is_no_rival':
      'Quien gana el buybox no es un competidor a superar. El mejor competidor es {seller}, con {comparable}.',
    'target.undercut': '{by} por debajo de {base} da {target}.',
    'target.wins_already':
      'La publicación ya gana con {present}; bajar a {target} solo costaría margen.',
    'target.known_to_hold':
      '{present} no gana, y {times} reducciones seguidas tampoco ganaron: los competidores respondieron a cada una. {target} ya mantuvo el buybox durante horas, y el precio va directo a ese valor.',
    'target.larger_step':
      '{present} no gana, y {times} reducciones seguidas tampoco ganaron: los competidores respondieron a cada una. La próxima es mayor, de {percent}%: {target}.',
    'target.beside_best':
      'El mínimo de {minPrice} no ganó. Por {hours} horas la regla no busca un precio que gane: para quien compra por precio, {target} queda junto al mejor competidor, que pide {comparable}.',
    'target.night_rise':
      'Ganar con este precio vale poco. Hasta las 6, mientras pocos compran, sube a {target}, para que los competidores lo sigan: el mejor pide {comparable}. Hasta entonces la publicación vende menos.',
    'target.night_rise_followed':
      'Después de la última noche así, el mejor competidor pasó de {from} a {to}.',
    'target.night_rise_ignored':
      'Después de la última noche así, el mejor competidor pasó de {from} a {to}: ninguno lo siguió, {times} veces seguidas, y cada vez el próximo intento tarda más, hasta cuatro días.',
    'shipping.own_shipping': 'Menos tu envío de {shipping}: {price} por el producto.',
    'limits.above_maximum': 'Tu máximo lo limitó: {price} supera {maxPrice}.',
    'limits.raised_to_minimum': 'Tu mínimo lo sostuvo: {price} queda por debajo de {minPrice}.',
    'limits.below_minimum': 'Tu mínimo impidió el cambio: {price} queda por debajo de {minPrice}.',
    'limits.present_outside':
      'El precio actual, {price}, está fuera de tus límites y va al más cercano.',
    'limits.not_above_zero': 'El cálculo dio {price}; un precio debe ser mayor que cero.',
    'limits.inside': '{price} está dentro de tus límites.',
    'limits.no_limits': 'La regla no tiene mínimo ni máximo.',
    'limits.nobody_to_beat': 'No hay competidor: el precio va a tu máximo, {maxPrice}.',
    'limits.own_listing':
      'Otra publicación tuya tiene el buybox de este producto con {price}: esta no queda por debajo.',
    'limits.small_rise':
      'El aumento de {present} a {target} es menor que el mínimo de {by} ({percent}% del precio), por eso el precio no cambia.',
    'guard.large_step':
      'De {from} a {to} hay un {percent}%, y una regla cambia como máximo un {limit}% sin aprobación: este precio espera aprobación.',
    'guard.kept_back': 'Un último control retuvo este precio: espera aprobación.',
    'guard.large_day_move':
      'La publicación estuvo en {from} en las últimas 24 horas. De ahí a {to} hay un {percent}%, y una regla cambia como máximo un {limit}% por día sin aprobación: este precio espera aprobación.',
    'guard.cheaper_elsewhere':
      'El mismo producto cuesta {price} con envío en {marketplace}, menos que aquí: por eso, esta publicación puede perder exposición.',
    'guard.waits_for_parity':
      'La empresa exige aprobación en ese caso: este precio espera aprobación.',
    'guard.pace_interval':
      'Entre dos cambios de una publicación pasan al menos {minutes} min: este precio espera y se vuelve a evaluar después.',
    'guard.pace_hour':
      'Una publicación cambia de precio como máximo {updates} veces por hora: este precio espera y se vuelve a evaluar después.',
    'guard.pace_day':
      'Una publicación cambia de precio como máximo {updates} veces por día: este precio espera y se vuelve a evaluar después.',
    'guard.pace_waited': 'Un cambio anterior esperó por los límites de frecuencia de la empresa.',
    'outcome.change': 'El precio cambia de {from} a {to}.',
    'outcome.waits_without_minimum':
      'La regla no tiene precio mínimo, por eso ningún precio cambia sin aprobación: este espera aprobación.',
    'outcome.keep_already_there': 'El precio ya es {price}.',
    'outcome.keep_not_worth_it': 'El precio queda en {price}.',
    'outcome.keep_winning': 'La publicación ya gana; el precio queda en {price}.',
    'outcome.keep_below_minimum': 'El precio queda en {price}.',
    'outcome.keep_no_competitor':
      'No hay competidor y la regla no tiene máximo; el precio queda en {price}.',
    'gate.no_cost':
      'El mínimo depende del costo de la publicación, y el costo o la tarifa no se conocen, por eso el precio no cambia.',
    'gate.fee_awaited':
      'Se está consultando al marketplace la tarifa en tu precio mínimo; hasta la respuesta el precio no cambia.',
    'gate.minimum_unreachable':
      'Ningún precio hasta el máximo deja el {percent}% que exige el mínimo, por eso el precio no cambia.',
    'target.acos_raise':
      'El ACOS está en {figure}%, por encima del límite de {figureLimit}%: {by} más da {target}.',
    'target.acos_lower':
      'El ACOS está en {figure}%, dentro del límite de {figureLimit}% desde hace un día: {by} menos da {target}.',
    'target.acos_within_limit': 'El ACOS está en {figure}%, dentro del límite de {figureLimit}%.',
    'target.acos_moved_today':
      'El ACOS está en {figure}%, con un límite de {figureLimit}%; el precio cambia como máximo una vez en 24 horas.',
    'target.roas_raise':
      'El ROAS está en {figure}, por debajo del límite de {figureLimit}: {by} más da {target}.',
    'target.roas_lower':
      'El ROAS está en {figure}, dentro del límite de {figureLimit} desde hace un día: {by} menos da {target}.',
    'target.roas_within_limit': 'El ROAS está en {figure}, dentro del límite de {figureLimit}.',
    'target.roas_moved_today':
      'El ROAS está en {figure}, con un límite de {figureLimit}; el precio cambia como máximo una vez en 24 horas.',
    'limits.minimum_by_margin':
      'Tu mínimo es el precio que deja un margen del {percent}%: {minPrice}.',
    'limits.minimum_by_return':
      'Tu mínimo es el precio que devuelve el {percent}% del costo: {minPrice}.',
    'limits.fee_at_minimum':
      'Con {price}, el marketplace cobra {feePercent}% más {feeFixed}: el mínimo ya lo considera.',
    'limits.fee_to_be_asked':
      'La tarifa del marketplace en ese precio todavía no se conoce: el mínimo puede cambiar.',
    'war.rests': 'Tú y {seller} bajan el precio uno contra el otro: la regla se pausa {hours} h.',
    'war.way_up':
      'La guerra de precios con {seller} estuvo en pausa {hours} h: la regla intenta subir el precio una vez, hasta {target}.',
    'war.waits': 'El precio subió; la regla espera hasta {hours} h a que {seller} suba también.',
    'outcome.keep_price_war': 'El precio queda en {price}.',
    'outcome.keep_no_ad_data':
      'La publicidad no tuvo gasto o ventas en los últimos 30 días; el precio queda en {price}.',
    'outcome.keep_within_limit': 'El precio queda en {price}.',
    'outcome.keep_moved_today': 'El precio queda en {price}.',
    'gate.own_shipping_not_reported':
      'La regla considera el envío, y el marketplace no informa el de esta publicación, por eso el precio no cambia.',
    'gate.offers_not_reported':
      'El marketplace ya no informa quién vende este producto, y la regla depende de los precios de los competidores: el precio no cambia.',
    'rivals.left_out_suspect':
      'No cuentan, porque el precio parece equivocado y todavía no se confirmó: {names}.',
    'rivals.left_out_unknown_shipping':
      'No cuentan, porque la regla considera el envío y el marketplace no informa el suyo: {names}.',
    'rivals.not_reported':
      'El marketplace ya no informa quién vende este producto: solo vale lo que informa sobre el buybox de esta publicación.',
    'guard.cheaper_elsewhere_item':
      'El mismo producto cuesta {price} sin el envío en {marketplace}, menos que aquí: por eso esta publicación puede perder exposición.',
    'outcome.keep_suspect_winner':
      'Quien tiene el buybox pide un precio que parece equivocado y todavía no se confirmó; el precio queda en {price}.',
    'outcome.keep_watched_prices_unknown':
      'El precio de los competidores monitoreados no se conoce ahora; el precio queda en {price}.',
    'outcome.keep_suspect_prices':
      'Solo hay competidores con precios que parecen equivocados y todavía no se confirmaron; el precio queda en {price}.',
    'outcome.keep_shipping_not_reported':
      'Hay competidores, pero el marketplace no informa el envío de ninguno; el precio queda en {price}.',
    'outcome.keep_offers_not_reported':
      'La estrategia de esta regla depende del precio de un competidor; el precio queda en {price}.',
    'outcome.keep_winner_not_reported':
      'La regla tiene excepciones, y el marketplace no informa quién tiene el buybox; el precio queda en {price}.',
    'outcome.keep_own_listing_wins':
      'Otra publicación tuya tiene el buybox de este producto; el precio queda en {price}.',
    'outcome.keep_no_price_to_win':
      'El marketplace no informa ahora con qué precio ganaría esta publicación; el precio queda en {price}.',
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
    non_trusted_seller: 'vendedor todavía no considerado confiable',
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
    newbie_program_seller: 'vendedor en el programa de nuevos vendedores',
    no_improvement_price: 'ningún precio mejora la posición',
    reputation_limit_reached: 'límite de reputación alcanzado',
  },
};
