import { fieldTexts } from '../src/rule/field-texts.ts';
import texts from './es.json';

export default { ...texts, ...fieldTexts('es') };
