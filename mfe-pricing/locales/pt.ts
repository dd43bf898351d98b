import { fieldTexts } from '../src/rule/field-texts.ts';
import texts from './pt.json';

export default { ...texts, ...fieldTexts('pt') };
