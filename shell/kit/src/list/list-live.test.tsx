import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeResult, names, open, page, pressed, row } from '../../testing/list-scene.tsx';

beforeEach(() => {
  pressed.length = 0;
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  rs.useRealTimers();
});

describe('a list with live changes', () => {
  it('refetches when a change is reported, once for a burst', async () => {
    const fake = fakeResult({ data: page(row(1)) });
    const { live } = await open(fake);
    live.publish({ type: 'rules', ids: [1] });
    live.publish({ type: 'listings', ids: [1] });
    live.publish({ type: 'listings', ids: [2] });
    await waitFor(() => expect(fake.get().refetch).toHaveBeenCalledTimes(1));
    live.publish({ type: 'listings', ids: [3] });
    await waitFor(() => expect(fake.get().refetch).toHaveBeenCalledTimes(2));
  });

  it('changes at once, and marks what changed', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    fake.set({ data: page(row(3), row(1, 99), row(2)) });
    expect(names()).toEqual(['3', '1', '2']);
    const marked = [...document.querySelectorAll('.pz-row-changed')];
    expect(marked.map((one) => one.getAttribute('data-row'))).toEqual(['3', '1', '2']);
  });

  it('never moves a row under the pointer', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ data: page(row(3), row(1, 99), row(2)) });
    expect(names()).toEqual(['1', '2']);
    expect(screen.getByText('99')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '1 atualização, mostrar' }));
    expect(names()).toEqual(['3', '1', '2']);
  });

  it('applies waiting changes when the pointer leaves', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ data: page(row(2)) });
    expect(names()).toEqual(['1', '2']);
    await userEvent.unhover(screen.getByText('Anúncio 2'));
    expect(names()).toEqual(['2']);
  });

  it('applies waiting changes when the page is left, and none wait on return', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    const { hide, show } = await open(fake);
    await userEvent.click(screen.getByText('Anúncio 2'));
    fake.set({ data: page(row(2)) });
    expect(names()).toEqual(['1', '2']);
    hide();
    show();
    expect(names()).toEqual(['2']);
    fake.set({ data: page(row(3), row(2)) });
    expect(names()).toEqual(['3', '2']);
  });

  it('shows which row is gone, and takes no press there', async () => {
    const second = row(2);
    const fake = fakeResult({ data: page(row(1), second) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 1'));
    fake.set({ data: page(second) });
    const gone = [...document.querySelectorAll('.pz-row-gone')];
    expect(gone.map((one) => one.getAttribute('data-row'))).toEqual(['1']);
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 2' }));
    expect(pressed).toEqual(['approve 2']);
  });

  it('does not take a press that was meant for what was there before', async () => {
    const fake = fakeResult({ data: page(row(1)) });
    await open(fake);
    rs.useFakeTimers({ toFake: ['Date'] });
    fake.set({ data: page(row(1, 99)) });
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual([]);
    rs.setSystemTime(Date.now() + 550);
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual(['approve 1']);
  });

  it('takes another question for what it is: nothing waits, nothing is marked', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ isPlaceholderData: true });
    await userEvent.click(screen.getByRole('link', { name: 'Próxima página' }));
    fake.set({ isPlaceholderData: false, data: page(row(8), row(9)) });
    await waitFor(() => expect(names()).toEqual(['8', '9']));
    expect(document.querySelector('.pz-row-changed')).toBeNull();
    expect(screen.queryByRole('button', { name: /mostrar/ })).toBeNull();
  });

  it('keeps what is ticked, be it changed, on another page or gone', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    const box = (id: number) =>
      screen.queryByRole<HTMLInputElement>('checkbox', { name: `Selecionar: Anúncio ${id}` });
    await userEvent.click(box(1) as HTMLInputElement);
    await userEvent.click(box(2) as HTMLInputElement);
    await userEvent.unhover(box(2) as HTMLInputElement);
    (document.activeElement as HTMLElement).blur();
    fake.set({ data: page(row(3), row(1, 99)) });
    expect(names()).toEqual(['3', '1']);
    expect([box(1)?.checked, box(3)?.checked, box(2)]).toEqual([true, false, null]);
    expect(screen.getByText('2 selecionados')).toBeTruthy();
    fake.set({ data: page(row(2)) });
    expect(box(2)?.checked).toBe(true);
  });
});
