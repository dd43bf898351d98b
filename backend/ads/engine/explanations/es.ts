import type { Explanations } from './explanations.ts';

export const es: Explanations = {
  lines: {
    'evidence.none': 'Todavía no hay clics que cuenten.',
    'evidence.matured':
      'Clics: {clicks} (días: {days}), que valen {matured} clics maduros. Pedidos: {orders}, o {aged} por su antigüedad.',
    'evidence.left_out_not_featured':
      'Días que quedan fuera porque la publicación no tenía el buybox: {days}.',
    'evidence.left_out_out_of_stock': 'Días que quedan fuera porque no había stock: {days}.',
    'evidence.left_out_other_price':
      'Días que quedan fuera porque el precio estaba a más de {percent} % del de hoy: {days}.',
    'conversion.estimate':
      'Conversión de {estimate} %, con una probabilidad del 80 % entre {low} % y {high} %. El nivel superior tiene {prior} %, con un peso de {strength}.',
    'value.price_factor':
      'Los clics llegaron con un precio de {priceThen}, y hoy es {price}: con una elasticidad de {elasticity}, el valor se multiplica por {factor}.',
    'value.click':
      'Un clic vale {value} de ingresos, con un precio de {price} ({units} un. por pedido).',
    'margin.known':
      'Cada unidad deja {perUnit} antes de la publicidad, {percent} % del precio: un clic se paga hasta {breakEven}.',
    'margin.unknown':
      'No se conoce el margen: nada aquí dice si la publicidad deja ganancia. Informa los costos de la publicación.',
    'target.goal': 'La meta de ACOS informada es {acos} %.',
    'target.profitability':
      'Rentabilidad: cada clic tiene que pagarse con {share} % del margen, un ACOS de hasta {acos} %.',
    'target.growth':
      'Crecimiento: en promedio, la publicidad usa {share} % del margen, un ACOS de {acos} %.',
    'target.visibility':
      'Visibilidad: en promedio, la publicidad usa {share} % del margen, un ACOS de {acos} %. Por encima de 100 %, pierde dinero hasta el límite informado.',
    'target.none':
      'La campaña no tiene estrategia. La recomendación usa {share} % del margen, un ACOS de hasta {acos} %.',
    'warning.goal_above_margin':
      'Atención: la meta de {acos} % supera el margen de {percent} %. Alcanzarla da pérdida.',
    'warning.goal_outside_range':
      'Atención: la meta de {acos} % está fuera del rango de esta estrategia, de {from} % a {upTo} %.',
    'multiplier.ros':
      'El factor {factor} lleva el ACOS promedio de la campaña a la meta (factor del presupuesto: {budget}).',
    'multiplier.budget':
      'El factor {factor} hace que el presupuesto dure todo el día (factor de la meta: {ros}).',
    'bid.formula': '{factor} × {acos} % × {value} = {bid}.',
    'bid.prior':
      'Con {clicks} clics maduros, la falta de pedidos todavía no prueba nada: hacen falta {needed}. Hasta entonces, la puja no queda por debajo de lo que indica el nivel superior, {bid}.',
    'bid.starved':
      'Días sin impresiones: {days}. La puja vuelve a {bid}, hasta donde permite el valor del clic.',
    'bid.explored': 'El presupuesto de exploración paga una puja de {bid}, para aprender más.',
    'bid.suggested': 'Una palabra clave nueva empieza por la sugerencia del marketplace: {bid}.',
    'limits.budget':
      'Limitada a {highest}: el presupuesto del día debe pagar al menos {parts} clics.',
    'limits.company': 'Limitada a {highest}, la puja más alta que permite la empresa.',
    'limits.maximum': 'Limitada a {highest}, la puja más alta del marketplace.',
    'limits.minimum': 'Elevada a {lowest}, la puja más baja del marketplace.',
    'hold.buybox_out_of_reach':
      'Sin el buybox desde hace {hours} h, y el precio ya está en el mínimo: pausa la publicidad de la publicación.',
    'hold.buybox_lost':
      'Sin el buybox desde hace {hours} h, y el precio ya está en el mínimo: la puja queda como está.',
    'hold.without_buybox': 'Sin el buybox desde hace {hours} h: mientras tanto, la puja no sube.',
    'hold.buybox_regained':
      'El buybox volvió hace {hours} h: la puja cambia solo después de {wait} h.',
    'hold.out_of_stock': 'Sin stock: la puja queda como está.',
    'hold.stock_ending':
      'Días hasta que se acabe el stock: {days}. Pausa la publicidad de la publicación.',
    'hold.low_stock': 'Días hasta que se acabe el stock: {days}. La puja no sube.',
    'hold.cooldown':
      'La puja sería {bid}, pero cambió hace poco. Espera más días ({days}) o más clics ({clicks}), lo que llegue primero.',
    'hold.dead_band':
      'La puja sería {bid}, demasiado cerca de {present} para lo que se sabe: solo cambia más allá de {percent} %.',
    'step.bounded':
      'Desde {from}, la puja cambia como máximo {percent} % por día: va a {to}, camino a {bid}.',
    'step.taken':
      'La puja sería {bid}, pero la variación máxima de hoy, {percent} % desde {from}, ya se hizo.',
    'outcome.start': 'La puja empieza en {to}.',
    'outcome.change': 'Puja de {from} a {to}.',
    'outcome.already_there': 'La puja ya es {present}.',
    'outcome.no_margin':
      'Con un precio de {price}, una unidad deja {perUnit}: ningún clic se paga. Pausa, o cambia el precio.',
    'outcome.not_viable':
      'Un clic vale como máximo una puja de {worth}, y la menor que aparece es {lowest}: con una probabilidad de {percent} % no se paga. Pausa.',
    'outcome.no_strategy':
      'La campaña no tiene estrategia: esto es una recomendación, y nada cambia.',
    'outcome.margin_unknown': 'Sin margen y sin meta de ACOS, no hay puja que calcular.',
    'outcome.limits_conflict':
      'Ninguna puja cabe en los límites: la más alta permitida es menor que el mínimo del marketplace.',
  },
  alternatives: {
    own_figures_alone:
      'Solo con los números de la propia palabra clave: con pocos clics, decide el azar.',
    orders_so_far: 'Solo con los pedidos ya conocidos: los que faltan parecen perdidos.',
    prior: 'Solo con el nivel superior: ignora lo que esta palabra clave ya mostró.',
    lower_end: 'Por el límite inferior del intervalo: pierde clics que se pagan.',
    upper_end: 'Por el límite superior del intervalo: paga por una conversión improbable.',
    without_multiplier:
      'Sin el factor de la campaña: el ACOS promedio, o el presupuesto, queda fuera de la meta.',
    break_even: 'El punto de equilibrio: cada clic cuesta todo lo que deja.',
    profitability: 'Con la estrategia rentabilidad.',
    growth: 'Con la estrategia crecimiento.',
    visibility: 'Con la estrategia visibilidad.',
  },
};
