import type { Locale } from '../kernel/id.ts';
import { type Fault, faultsOf, type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** Faults of the fields of advertising calls. */
export const FAULTS = {
  out_of_limits: {
    pt: 'O marketplace não aceita este valor.',
    en: 'The marketplace does not accept this value.',
    es: 'El marketplace no acepta este valor.',
  },
  goal_outside_strategy: {
    pt: 'A meta está fora da faixa da estratégia.',
    en: 'The goal is outside the range of the strategy.',
    es: 'La meta está fuera del rango de la estrategia.',
  },
  strategy_missing: {
    pt: 'Escolha uma estratégia para automatizar os lances.',
    en: 'Choose a strategy to automate bids.',
    es: 'Elige una estrategia para automatizar las pujas.',
  },
  blank_ends: {
    pt: 'O nome não pode começar nem terminar com espaço.',
    en: 'The name must not begin or end with a blank.',
    es: 'El nombre no puede comenzar ni terminar con un espacio.',
  },
  name_too_long: {
    pt: 'O nome é longo demais.',
    en: 'The name is too long.',
    es: 'El nombre es demasiado largo.',
  },
  symbol_not_allowed: {
    pt: 'O marketplace não aceita um dos símbolos deste texto.',
    en: 'The marketplace does not accept one of the symbols of this text.',
    es: 'El marketplace no acepta uno de los símbolos de este texto.',
  },
  start_in_the_past: {
    pt: 'A campanha só pode começar de hoje em diante.',
    en: 'The campaign can start today at the earliest.',
    es: 'La campaña puede comenzar hoy como muy pronto.',
  },
  end_not_after_today: {
    pt: 'A data de fim precisa ser depois de hoje. Para parar agora, pause a campanha.',
    en: 'The end has to be after today. To stop now, pause the campaign.',
    es: 'El fin tiene que ser posterior a hoy. Para detenerla ahora, pausa la campaña.',
  },
  cannot_create: {
    pt: 'Não é possível criar campanhas desta conta por aqui.',
    en: 'Campaigns of this account cannot be created here.',
    es: 'No es posible crear campañas de esta cuenta desde aquí.',
  },
  campaign_name_taken: {
    pt: 'Já existe uma campanha com este nome.',
    en: 'There is a campaign with this name already.',
    es: 'Ya existe una campaña con este nombre.',
  },
  placement_too_high: {
    pt: 'O acréscimo pode ser de até 900%.',
    en: 'The increase can be 900% at most.',
    es: 'El aumento puede ser de hasta 900 %.',
  },
  keyword_too_long: {
    pt: 'A palavra-chave pode ter até 80 caracteres.',
    en: 'A keyword can have up to 80 characters.',
    es: 'La palabra clave puede tener hasta 80 caracteres.',
  },
  too_many_words: {
    pt: 'Até 10 palavras; uma negativa de frase, até 4.',
    en: 'Up to 10 words; a negative phrase, up to 4.',
    es: 'Hasta 10 palabras; una negativa de frase, hasta 4.',
  },
  match_missing: {
    pt: 'Escolha a correspondência.',
    en: 'Choose the match type.',
    es: 'Elige la concordancia.',
  },
  repeated: {
    pt: 'Já está na lista.',
    en: 'It is on the list already.',
    es: 'Ya está en la lista.',
  },
  product_id: {
    pt: 'O código do produto tem 10 letras e números.',
    en: 'The code of a product has 10 letters and digits.',
    es: 'El código del producto tiene 10 letras y números.',
  },
  category_id: {
    pt: 'O código da categoria só tem números.',
    en: 'The code of a category has digits alone.',
    es: 'El código de la categoría solo tiene números.',
  },
  no_ads: {
    pt: 'O grupo precisa de pelo menos um anúncio.',
    en: 'The group needs one ad at least.',
    es: 'El grupo necesita al menos un anuncio.',
  },
  listing_unknown: {
    pt: 'Este anúncio não é mais da conta.',
    en: 'This listing is no longer one of the account.',
    es: 'Esta publicación ya no es de la cuenta.',
  },
  ad_elsewhere: {
    pt: 'Este anúncio já está em outra campanha. Confirme que ele será movido.',
    en: 'This listing is in another campaign already. Confirm that it is to be moved.',
    es: 'Esta publicación ya está en otra campaña. Confirma que se moverá.',
  },
  automatic_targets: {
    pt: 'Uma campanha automática escolhe as segmentações sozinha.',
    en: 'An automatic campaign chooses its targets itself.',
    es: 'Una campaña automática elige sus segmentaciones sola.',
  },
  no_targets: {
    pt: 'O grupo precisa de pelo menos uma palavra-chave, um produto ou uma categoria.',
    en: 'The group needs one keyword, product or category at least.',
    es: 'El grupo necesita al menos una palabra clave, un producto o una categoría.',
  },
  mixed_targets: {
    pt: 'Um grupo tem palavras-chave, ou produtos e categorias: nunca os dois.',
    en: 'A group has either keywords, or products and categories.',
    es: 'Un grupo tiene palabras clave, o productos y categorías: nunca ambos.',
  },
  no_groups: {
    pt: 'A campanha precisa de pelo menos um grupo.',
    en: 'The campaign needs one group at least.',
    es: 'La campaña necesita al menos un grupo.',
  },
  group_name_taken: {
    pt: 'Já existe um grupo com este nome.',
    en: 'There is a group with this name already.',
    es: 'Ya existe un grupo con este nombre.',
  },
  not_editable: {
    pt: 'O marketplace não deixa alterar este campo por aqui.',
    en: 'The marketplace does not let this field be changed from here.',
    es: 'El marketplace no permite cambiar este campo desde aquí.',
  },
  start_fixed: {
    pt: 'A campanha já começou: a data de início não muda mais.',
    en: 'The campaign has started: its start no longer changes.',
    es: 'La campaña ya comenzó: la fecha de inicio ya no cambia.',
  },
  cannot_add: {
    pt: 'Nesta conta, só é possível adicionar no próprio marketplace.',
    en: 'In this account, things can be added at the marketplace alone.',
    es: 'En esta cuenta solo se puede agregar en el propio marketplace.',
  },
  budget_below_bid: {
    pt: 'O orçamento diário é menor que o maior lance.',
    en: 'The daily budget is below the highest bid.',
    es: 'El presupuesto diario es menor que la puja más alta.',
  },
} as const;

export const fault = faultsOf(FAULTS);

/** Faults with their texts. */
export const inWords = (faults: readonly Fault[], locale: Locale): Fault[] =>
  faults.map((one) => {
    const text = FAULTS[one.code as keyof typeof FAULTS]?.[locale];
    return text === undefined ? one : { ...one, text };
  });

/** The error codes of advertising. */
export const PROBLEMS = {
  campaign_not_found: {
    status: 404,
    remedy: 'back',
    pt: 'Esta campanha não existe mais.',
    en: 'This campaign no longer exists.',
    es: 'Esta campaña ya no existe.',
  },
  target_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Este lance não existe mais. Atualize a página.',
    en: 'This bid no longer exists. Refresh the page.',
    es: 'Esta puja ya no existe. Actualiza la página.',
  },
  no_decision: {
    status: 409,
    remedy: 'none',
    pt: 'Não há decisão para este lance: nenhum anúncio do grupo é conhecido.',
    en: 'There is no decision about this bid: no listing of its group is known.',
    es: 'No hay decisión sobre esta puja: no se conoce ninguna publicación de su grupo.',
  },
  no_reason: {
    status: 409,
    remedy: 'none',
    pt: 'Esta alteração foi feita por uma pessoa: não há cálculo a mostrar.',
    en: 'A person made this change: there is no calculation to show.',
    es: 'Este cambio lo hizo una persona: no hay cálculo que mostrar.',
  },
  no_advertiser: {
    status: 409,
    remedy: 'connect',
    pt: 'Esta conta não tem publicidade autorizada. Autorize a publicidade na integração da conta.',
    en: 'Advertising is not authorized for this account. Authorize it in the account’s integration.',
    es: 'Esta cuenta no tiene publicidad autorizada. Autoriza la publicidad en la integración de la cuenta.',
  },
  campaign_selection_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Esta seleção não existe mais. Selecione as campanhas de novo.',
    en: 'This selection no longer exists. Select the campaigns again.',
    es: 'Esta selección ya no existe. Selecciona las campañas de nuevo.',
  },
  too_many_campaigns: {
    status: 422,
    remedy: 'correct',
    pt: 'No máximo {{limit}} campanhas de uma vez: escolha menos.',
    en: 'At most {{limit}} campaigns at once: choose fewer.',
    es: 'Como máximo {{limit}} campañas a la vez: elige menos.',
  },
  bulk_not_undoable: {
    status: 409,
    remedy: 'refresh',
    pt: 'Não há alterações desta ação para desfazer.',
    en: 'There are no changes of this action to undo.',
    es: 'No hay cambios de esta acción para deshacer.',
  },
  change_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Esta alteração não existe mais.',
    en: 'This change no longer exists.',
    es: 'Este cambio ya no existe.',
  },
  change_state: {
    status: 409,
    remedy: 'refresh',
    pt: 'A alteração já está em outra situação. Atualize a página.',
    en: 'The change is already in another state. Refresh the page.',
    es: 'El cambio ya está en otro estado. Actualiza la página.',
  },
  change_under_way: {
    status: 409,
    remedy: 'wait',
    pt: 'Uma alteração anterior ainda está sendo enviada. Aguarde alguns segundos.',
    en: 'An earlier change is still being sent. Wait a few seconds.',
    es: 'Un cambio anterior todavía se está enviando. Espera unos segundos.',
  },
  nothing_changes: {
    status: 409,
    level: 'info',
    remedy: 'none',
    pt: 'Este já é o valor atual.',
    en: 'This is already the present value.',
    es: 'Este ya es el valor actual.',
  },
  advertiser_not_found: {
    status: 404,
    remedy: 'connect',
    pt: 'A publicidade desta conta não está autorizada.',
    en: 'Advertising is not authorized for this account.',
    es: 'La publicidad de esta cuenta no está autorizada.',
  },
  draft_changed: {
    status: 409,
    remedy: 'refresh',
    pt: 'O rascunho foi salvo em outra página. Atualize para continuar dele.',
    en: 'The draft was saved on another page. Refresh to go on from it.',
    es: 'El borrador se guardó en otra página. Actualiza para continuar desde él.',
  },
  draft_invalid: {
    status: 422,
    remedy: 'correct',
    pt: 'A campanha ainda não pode ser criada. Corrija os campos indicados.',
    en: 'The campaign cannot be created yet. Correct the fields that are marked.',
    es: 'La campaña todavía no se puede crear. Corrige los campos indicados.',
  },
  edit_invalid: {
    status: 422,
    remedy: 'correct',
    pt: 'A campanha não pode ficar assim. Corrija os campos indicados.',
    en: 'The campaign cannot be like this. Correct the fields that are marked.',
    es: 'La campaña no puede quedar así. Corrige los campos indicados.',
  },
  edit_changed: {
    status: 409,
    remedy: 'refresh',
    pt: 'A campanha mudou enquanto você editava. Confira a lista de alterações de novo.',
    en: 'The campaign changed while you were editing. Look at the list of changes again.',
    es: 'La campaña cambió mientras la editabas. Revisa de nuevo la lista de cambios.',
  },
  creation_not_found: {
    status: 404,
    remedy: 'back',
    pt: 'Esta criação de campanha não existe mais.',
    en: 'This creation of a campaign no longer exists.',
    es: 'Esta creación de campaña ya no existe.',
  },
  creation_state: {
    status: 409,
    remedy: 'refresh',
    pt: 'A criação da campanha já está em outra situação. Atualize a página.',
    en: 'The creation of the campaign is in another state by now. Refresh the page.',
    es: 'La creación de la campaña ya está en otro estado. Actualiza la página.',
  },
  too_many_tags: {
    status: 422,
    remedy: 'correct',
    pt: 'Uma campanha pode ter no máximo {{limit}} etiquetas.',
    en: 'A campaign can have {{limit}} tags at most.',
    es: 'Una campaña puede tener como máximo {{limit}} etiquetas.',
  },
  ads_read_only: {
    status: 409,
    remedy: 'none',
    pt: 'O marketplace só permite ler a publicidade desta conta.',
    en: 'The marketplace only allows the advertising of this account to be read.',
    es: 'El marketplace solo permite leer la publicidad de esta cuenta.',
  },
  no_bids: {
    status: 409,
    remedy: 'none',
    pt: 'Este marketplace define os lances sozinho: não há lances para automatizar.',
    en: 'This marketplace sets bids by itself: there are no bids to automate.',
    es: 'Este marketplace define las pujas por sí mismo: no hay pujas para automatizar.',
  },
  out_of_limits: {
    status: 422,
    remedy: 'correct',
    pt: 'O valor precisa estar entre {{minimum}} e {{maximum}}.',
    en: 'The value has to be between {{minimum}} and {{maximum}}.',
    es: 'El valor tiene que estar entre {{minimum}} y {{maximum}}.',
  },
  advertising_refused: {
    status: 422,
    remedy: 'connect',
    pt: 'O marketplace não autorizou a publicidade desta conta.',
    en: 'The marketplace did not authorize advertising for this account.',
    es: 'El marketplace no autorizó la publicidad de esta cuenta.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
