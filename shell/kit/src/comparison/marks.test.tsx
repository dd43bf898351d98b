import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import { Stage } from '../../testing/index.ts';
import { Rate } from './marks.tsx';
import { sayHours } from './shipping-time.ts';

afterEach(cleanup);

describe('a time and a rating', () => {
  const t = (key: string, values: Record<string, number | string>) =>
    `${key.split('.').at(-1)} ${Object.values(values).join(' ')}`.trim();

  it('is formatted in days and hours', () => {
    const said = [0, 5, 24, 26.4, 71.6].map((hours) => sayHours(t, hours));
    expect(said).toEqual([
      'at_once',
      'hours 5',
      'days 1',
      'days_and_hours days 1 hours 2',
      'days 3',
    ]);
  });

  const stars = async (given: number) => {
    render(
      <Stage>
        <Rate rate={{ stars: given, commentsReviewCount: 1234 }} />
      </Stage>,
    );
    const shown = await screen.findByRole('img');
    const fills = [...shown.children].map((star) => star.getAttribute('data-fill'));
    cleanup();
    return fills;
  };

  it('has half a star from a half on, and none where there are no ratings', async () => {
    expect(await stars(3.5)).toEqual(['full', 'full', 'full', 'half', 'none']);
    expect(await stars(3.4)).toEqual(['full', 'full', 'full', 'none', 'none']);
    expect(await stars(5)).toEqual(['full', 'full', 'full', 'full', 'full']);
    render(
      <Stage>
        <Rate rate={{ stars: 0, commentsReviewCount: 0 }} />
      </Stage>,
    );
    expect(await screen.findByText('Sem avaliações')).toBeTruthy();
  });
});
