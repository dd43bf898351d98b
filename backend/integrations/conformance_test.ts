import { conformance } from './conformance.ts';
import { fixture as amazon } from './marketplaces/amazon/fixture.ts';
import { fixture as mercadoLivre } from './marketplaces/mercadolivre/fixture.ts';

conformance('Amazon', amazon);
conformance('Mercado Livre', mercadoLivre);
