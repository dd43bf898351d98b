import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  RemoteHealth,
  RemoteHealthItem,
} from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { unitOf } from './units.ts';
import { Diagnoses } from './wire.ts';

type Locale = 'pt' | 'en' | 'es';

/**
 * The criteria of an item. Shopee names a missing one by a number, and gives suggestions in English only; a criterion
 * that it does not name is met.
 */
const ISSUES: readonly { types: readonly number[]; code: string; names: Record<Locale, string> }[] =
  [
    {
      types: [1],
      code: 'images',
      names: {
        pt: 'Ter imagens suficientes',
        en: 'Enough images',
        es: 'Tener imágenes suficientes',
      },
    },
    {
      types: [2],
      code: 'category',
      names: {
        pt: 'Usar a categoria certa',
        en: 'Right category',
        es: 'Usar la categoría correcta',
      },
    },
    {
      types: [3, 11],
      code: 'attributes',
      names: {
        pt: 'Preencher os atributos',
        en: 'Attributes filled in',
        es: 'Completar los atributos',
      },
    },
    {
      types: [4],
      code: 'size_chart',
      names: { pt: 'Ter tabela de medidas', en: 'Size chart', es: 'Tener tabla de medidas' },
    },
    {
      types: [5],
      code: 'variation',
      names: {
        pt: 'Usar variações padrão',
        en: 'Standard variations',
        es: 'Usar variaciones estándar',
      },
    },
    {
      types: [6],
      code: 'brand',
      names: { pt: 'Informar a marca', en: 'Brand given', es: 'Informar la marca' },
    },
    {
      types: [7],
      code: 'description',
      names: {
        pt: 'Completar a descrição',
        en: 'Complete description',
        es: 'Completar la descripción',
      },
    },
    {
      types: [8],
      code: 'name',
      names: { pt: 'Completar o nome', en: 'Complete name', es: 'Completar el nombre' },
    },
    {
      types: [9],
      code: 'weight',
      names: { pt: 'Corrigir o peso', en: 'Right weight', es: 'Corregir el peso' },
    },
    {
      types: [10],
      code: 'video',
      names: { pt: 'Ter um vídeo', en: 'Video', es: 'Tener un video' },
    },
  ];

const CATEGORY: Record<Locale, string> = {
  pt: 'Conteúdo do anúncio',
  en: 'Content of the listing',
  es: 'Contenido de la publicación',
};

/** The level of an item that was not measured yet. */
const NOT_MEASURED = 0;

const isLocale = (locale: string): locale is Locale => Object.hasOwn(CATEGORY, locale);

/**
 * How good the content of an item is. Shopee reports one of three levels and what is missing, but no score: a number
 * would be our own invention.
 * @see https://open.shopee.com/documents/v2/v2.product.get_item_content_diagnosis_result?module=89&type=1
 */
export async function getHealth(
  shopee: Shopee,
  session: AccountSession,
  code: string,
  locale: string,
): Promise<Result<RemoteHealth, CallFailure>> {
  const unit = unitOf(code);
  if (!unit.ok) return unit;
  const { itemId } = unit.value;
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'POST',
      operation: 'getItemContentDiagnosisResult',
      path: '/api/v2/product/get_item_content_diagnosis_result',
      json: { item_id_list: [Number(itemId)] },
    }),
    Diagnoses,
    'the diagnosis',
  );
  if (!answer.ok) return answer;
  const own = answer.value.success_item_list.find(({ item_id }) => item_id === itemId);
  if (own === undefined)
    return fail(failure('not_found', 'error_item_not_found', `Item ${itemId} has no diagnosis`));
  if (own.quality_level === null || own.quality_level === NOT_MEASURED)
    return ok({ score: null, categories: [] });
  const language = isLocale(locale) ? locale : 'en';
  const items = ISSUES.map(({ types, code: name, names }): RemoteHealthItem => {
    const open = own.unfinished_task.find(({ issue_type }) => types.includes(issue_type));
    return {
      code: name,
      isDone: open === undefined,
      description: names[language],
      message: open?.suggestion ?? null,
    };
  });
  return ok({ score: null, categories: [{ name: CATEGORY[language], items }] });
}
