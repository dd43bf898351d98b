import { describe, expect, it } from '@rstest/core';
import { initials, shortName } from './short-name.ts';

describe('the name in the header', () => {
  it.each([
    ['Ana', 'Ana'],
    ['Ana Beatriz Moreira da Silva', 'Ana Beatriz'],
    ['  Ana   Beatriz  ', 'Ana Beatriz'],
    ['Maximiliano Vasconcelos', 'Maximiliano Vascon…'],
    ['Bartholomeu-Antonio Sá', 'Bartholomeu-Antoni…'],
    ['Wolfeschlegelstein', 'Wolfeschlegelstein'],
    ['Wolfeschlegelsteins', 'Wolfeschlegelstein…'],
    ['Abcdefghijklmnopq Zed', 'Abcdefghijklmnopq…'],
    ['', ''],
  ])('%s is shown as %s', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });

  it('counts what a reader sees as one letter as one', () => {
    expect(shortName('👩‍👩‍👧'.repeat(18))).toBe('👩‍👩‍👧'.repeat(18));
  });

  it.each([
    ['Ana Beatriz Moreira', 'AM'],
    ['ana', 'A'],
    ['', ''],
  ])('%s has the initials %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
