// Validation of Brazilian tax numbers, postal codes and phones, for forms and the API. Pure.

import { isValidCep } from '@brazilian-utils/brazilian-utils/is-valid-cep';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { parsePhone } from '@brazilian-utils/brazilian-utils/parse-phone';
import * as z from 'zod';

/** Longer texts are not valid. */
const MOST_CHARACTERS = 32;

const checked = (
  code: string,
  isValid: (text: string) => boolean,
  plain: (text: string) => string,
) =>
  z
    .string()
    .trim()
    .max(MOST_CHARACTERS, { error: code })
    .refine(isValid, { error: code })
    .overwrite(plain);

/** Only upper-case letters and digits. */
const plainNumber = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

const isCnpj = (text: string) => isValidCnpj(text, { version: 2 });

/**
 * The tax number of a company (CNPJ): 14 characters, the first twelve of which may be letters in numbers issued since July
 * 2026 (Receita Federal, IN RFB 2.229/2024).
 */
export const Cnpj = checked('cnpj', isCnpj, plainNumber);

/** A CPF or a CNPJ. */
export const TaxNumber = checked(
  'cpf_or_cnpj',
  (text) => isValidCpf(text) || isCnpj(text),
  plainNumber,
);

/** A postal code of Brazil, 8 digits. */
export const Cep = checked('cep', isValidCep, plainNumber);

/** A phone of Brazil with its area code; its 10 or 11 digits afterwards. */
export const Phone = checked('phone', isValidPhone, parsePhone);

/** An address of the web, with its protocol. */
export const WebAddress = z
  .url({ protocol: /^https?$/, hostname: /^[a-z0-9-]+([.][a-z0-9-]+)+$/i, error: 'web_address' })
  .max(500, { error: 'too_long' });
