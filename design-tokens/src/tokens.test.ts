import { describe, expect, it } from '@rstest/core';
import tokens from '../tokens.json' with { type: 'json' };

type ColorName = keyof typeof tokens.color.light;
type Scheme = 'light' | 'dark';

const colorOf = (name: ColorName, scheme: Scheme): string => tokens.color[scheme][name].$value.hex;

/** WCAG 2.2, relative luminance of #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TONES = ['positive', 'negative', 'notice', 'info', 'neutral'] as const;
const GROUNDS: ColorName[] = ['background', 'surface', 'sunken', 'hover', 'selected', 'changed'];
const PAIRS: [ColorName, ColorName][] = [
  ...TONES.flatMap((tone): [ColorName, ColorName][] => [
    [tone, `${tone}-surface`],
    [tone, 'surface'],
  ]),
  ...GROUNDS.flatMap((ground): [ColorName, ColorName][] => [
    ['text', ground],
    ['text-secondary', ground],
  ]),
  ['link', 'surface'],
  ['link', 'background'],
  ['on-brand', 'brand'],
];

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  it.each(PAIRS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colorOf(text, scheme), colorOf(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['focus', 'border-strong'] as const)('%s can be seen', (line) => {
    expect(contrast(colorOf(line, scheme), colorOf('surface', scheme))).toBeGreaterThanOrEqual(3);
  });
});
