import { MANIFESTS } from '../integrations/registry.ts';

const idOf = (slug: string): number => MANIFESTS.find((one) => one.slug === slug)!.id;

/** The numbers of the marketplaces, by which tests choose one. */
export const MARKETPLACE = {
  AMAZON: idOf('amazon'),
  MERCADO_LIVRE: idOf('mercadolivre'),
  MAGALU: idOf('magalu'),
  SHOPEE: idOf('shopee'),
};
