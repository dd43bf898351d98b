import { type EmbeddableModule, hosts } from '@primazia/backend/identity/contract';
import { useQueryCall } from '@primazia/kit';

const NONE: EmbeddableModule[] = [];

/** The installed modules that a host may show; none until the API has answered. */
export const useEmbeddable = (): EmbeddableModule[] =>
  useQueryCall(hosts, {}).data?.embeddable ?? NONE;
