import { fieldTexts } from '../src/rule/field-texts.ts';
import texts from './en.json';

export default { ...texts, ...fieldTexts('en') };
