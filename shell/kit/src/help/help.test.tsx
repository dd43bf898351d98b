import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sameKeys } from '../../testing/index.ts';
import { Stage } from '../../testing/stage.tsx';
import en from '../i18n/glossary/en.json' with { type: 'json' };
import es from '../i18n/glossary/es.json' with { type: 'json' };
import pt from '../i18n/glossary/pt.json' with { type: 'json' };
import { ColumnHeader } from '../list/column-header.tsx';
import { Help } from './help.tsx';

afterEach(cleanup);

describe('the glossary', () => {
  it('explains the same terms in every language', () => {
    expect(sameKeys({ pt, en, es })).toEqual([]);
  });

  it('is short enough to be read', () => {
    const long = Object.values({ pt, en, es }).flatMap((texts) =>
      Object.values(texts).filter(({ text }) => text.length > 260),
    );
    expect(long.map(({ title }) => title)).toEqual([]);
  });
});

describe('a help mark', () => {
  it('explains its term, by the keyboard too, and returns the focus', async () => {
    const user = userEvent.setup();
    render(
      <Stage>
        <Help term="price_to_win" />
      </Stage>,
    );
    const mark = await screen.findByRole('button', { name: 'O que é: Preço para ganhar' });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Preço para ganhar' })).toBeTruthy();
    expect(screen.getByText(/segundo o próprio marketplace/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(mark));
  });

  it('is at the header of a column, and does not affect ordering by the keyboard', async () => {
    const user = userEvent.setup();
    const ordered: string[] = [];
    render(
      <Stage>
        <table>
          <thead>
            <tr>
              <ColumnHeader
                column={{ id: 'buybox', header: 'Buybox', help: 'buybox', orderBy: 'status' }}
                className={undefined}
                style={{}}
                orders={[]}
                onOrder={(field) => ordered.push(field)}
                width={undefined}
                onWidth={() => {}}
              />
            </tr>
          </thead>
        </table>
      </Stage>,
    );
    await screen.findByRole('columnheader');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(ordered).toEqual(['status']);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/quase todas as compras/)).toBeTruthy();
    expect(ordered).toEqual(['status']);
  });
});
