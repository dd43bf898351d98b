// @rstest-environment happy-dom
import { languageOf } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { inWords } from './audit-page.tsx';

const { t } = languageOf('pt', { pt, en, es }).i18n;

const MODULES = new Map([
  ['mfe-pricing', 'Preços'],
  ['mfe-integrations', 'Contas de marketplace'],
]);

const NAMES = { modules: MODULES, marketplaceOf: (id: number) => `marketplace ${id}` };

it.each([
  ['role', 'analyst', 'Analista'],
  ['isNew', true, 'sim'],
  ['marketplaceId', 2, 'marketplace 2'],
  ['modules', ['mfe-pricing', 'mfe-integrations'], 'Preços, Contas de marketplace'],
  ['modules', null, '—'],
  ['before', { maxPrice: 12.5, isNew: false }, 'preço máximo: 12.5; conta nova: não'],
  ['issuer', 'https://erp.example:8443', 'https://erp.example:8443'],
])('a value of the record is shown in words: %s %j', (name, value, words) => {
  expect(inWords(t, NAMES, name, value)).toBe(words);
});
