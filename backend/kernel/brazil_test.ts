import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { Cep, Cnpj, Phone, TaxNumber, WebAddress } from './brazil.ts';

type Schema = typeof Cep | typeof WebAddress;

describe('Brazilian form fields', () => {
  const valid: [string, Schema, string, string][] = [
    ['a CPF', TaxNumber, '529.982.247-25', '52998224725'],
    ['a CNPJ', TaxNumber, ' 11.222.333/0001-81 ', '11222333000181'],
    // The example of Receita Federal's manual of the check digits.
    ['a CNPJ with letters', Cnpj, '12.abc.345/01de-35', '12ABC34501DE35'],
    ['a CEP', Cep, '01310-100', '01310100'],
    ['a mobile phone', Phone, '+55 (11) 98765-4321', '11987654321'],
    ['a landline', Phone, '(41) 3333-4444', '4133334444'],
    [
      'an address of the web',
      WebAddress,
      'https://rastreio.example.com/br',
      'https://rastreio.example.com/br',
    ],
  ];
  for (const [what, schema, given, plain] of valid)
    it(`take ${what}, and keep it without punctuation`, () =>
      assert.equal(schema.parse(given), plain));

  const invalid: [string, Schema, string, string][] = [
    ['a CPF with a wrong digit', TaxNumber, '529.982.247-24', 'cpf_or_cnpj'],
    ['a CPF of one digit', TaxNumber, '111.111.111-11', 'cpf_or_cnpj'],
    ['a CNPJ with a wrong digit', Cnpj, '12.ABC.345/01DE-36', 'cnpj'],
    ['a CPF for a company', Cnpj, '529.982.247-25', 'cnpj'],
    ['a CEP of seven digits', Cep, '0131010', 'cep'],
    ['a phone without area code', Phone, '98765-4321', 'phone'],
    ['an address without protocol', WebAddress, 'rastreio.example.com', 'web_address'],
    ['a script for an address', WebAddress, 'javascript:alert(1)', 'web_address'],
  ];
  for (const [what, schema, given, code] of invalid)
    it(`refuse ${what}`, () => {
      const { error } = schema.safeParse(given);
      assert.deepEqual(
        error?.issues.map(({ message }) => message),
        [code],
      );
    });
});
