import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFocusKept } from './use-focus-kept.ts';

afterEach(cleanup);

function Page() {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  return (
    <h1 ref={heading} tabIndex={-1}>
      Anúncios
    </h1>
  );
}

/** Outside of the page, like the dialogs of a list. */
function Passing() {
  const [isOpen, setOpen] = useState(true);
  const dialog = (
    <div role="dialog" aria-label="Colunas">
      <button type="button" onClick={() => setOpen(false)}>
        Fechar
      </button>
    </div>
  );
  return isOpen && createPortal(dialog, document.body);
}

it('the heading takes the focus of what is gone, and of nothing else', async () => {
  render(
    <>
      <Page />
      <Passing />
      <button type="button">Menu</button>
    </>,
  );
  const heading = screen.getByRole('heading');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  expect(document.activeElement?.textContent).toBe('Menu');
});

it('what had focus before a dialog takes it again where the dialog gave it to nothing', async () => {
  render(
    <>
      <Page />
      <Passing />
      <button type="button">Menu</button>
    </>,
  );
  const opener = screen.getByRole('button', { name: 'Menu' });
  opener.focus();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
