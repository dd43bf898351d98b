import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { LeaveGuard } from './leave-guard.tsx';

afterEach(cleanup);

const open = async (when: boolean, staysOnPage = false) => {
  const history = createMemoryHistory({ initialEntries: ['/app/form'] });
  render(
    <Stage history={history}>
      <h1>Form</h1>
      <LeaveGuard when={when} staysOnPage={staysOnPage} />
    </Stage>,
  );
  await screen.findByRole('heading', { name: 'Form' });
  return history;
};

describe('unsaved work', () => {
  it('is kept if the user stays', async () => {
    const history = await open(true);
    history.push('/app/list');
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(history.location.pathname).toBe('/app/form');
  });

  it('is discarded only after confirmation', async () => {
    const history = await open(true);
    history.push('/app/list');
    await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
    expect(history.location.pathname).toBe('/app/form');
    await userEvent.click(screen.getByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(history.location.pathname).toBe('/app/list'));
  });

  it('is kept in another tab of its page', async () => {
    const history = await open(true, true);
    history.push('/app/form?aba=anuncios');
    await waitFor(() => expect(history.location.search).toBe('?aba=anuncios'));
    history.push('/app/list');
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });

  it('does nothing without unsaved work', async () => {
    const history = await open(false);
    history.push('/app/list');
    await waitFor(() => expect(history.location.pathname).toBe('/app/list'));
  });
});
