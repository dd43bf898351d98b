// Numbers of Brazil as people write them.
import { formatCep } from '@brazilian-utils/brazilian-utils/format-cep';
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';

const CPF_DIGITS = 11;

/** @param text a CPF or a CNPJ without punctuation */
export const taxNumberText = (text: string): string =>
  text.length === CPF_DIGITS ? formatCpf(text) : formatCnpj(text, { version: 2 });

export const cepText = (text: string): string => formatCep(text);

/** @param digits 10 or 11 digits, with the area code */
export const phoneText = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
