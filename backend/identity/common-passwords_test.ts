import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { isCommon } from './common-passwords.ts';
import { passwordFaults } from './contract.ts';

describe('a password that everybody tries first', () => {
  it('is detected with any suffix', () => {
    for (const password of [
      'P@ssw0rd',
      'Passw0rd!',
      'Password1!',
      'Password@123',
      'Senha@123',
      '123Senha!',
      'S3nh@2026',
      'Mudar@123',
      'Abc@1234',
      'Aa123456!',
      'Qwerty123!',
      'Qwertyuiop1!',
      '@Dmin2026',
      'Welcome@1',
      'Verão@2026',
      'Contraseña1!',
      'Primazia#1',
      'Mercado-Livre1',
      'Test@1234',
    ]) {
      assert.deepEqual([password, passwordFaults(password)], [password, []]);
      assert.equal(isCommon(password), true, password);
    }
  });

  it('is not any password that contains one of these words', () => {
    for (const password of [
      'Aurora#2026',
      'Outra#2027',
      'First-password-1',
      'Third-password-3',
      'senha do gato da Lia, 7 vezes',
      'Kx9!vTq2zL',
      'Москва@123',
      '12345678!',
      '',
    ]) {
      assert.equal(isCommon(password), false, password);
    }
  });
});
