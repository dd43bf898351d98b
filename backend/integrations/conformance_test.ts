import { conformance } from './conformance.ts';
import { fixture as mercadoLivre } from './marketplaces/mercadolivre/fixture.ts';

conformance('Mercado Livre', mercadoLivre);
