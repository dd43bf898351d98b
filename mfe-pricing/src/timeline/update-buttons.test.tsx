import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import type { UpdateActions } from '../update/use-update-actions.ts';
import { UpdateButtons } from './update-buttons.tsx';

afterEach(cleanup);

const nothing = () => {};
const update = { id: 5, state: 'pending', reverts: null, undoing: false } as PriceUpdate;

it.each([
  ['cancel', 'Cancelar', 'Aprovar'],
  ['approve', 'Aprovar', 'Cancelar'],
] as const)('%s: its own button is at work, and the other waits', async (busyAct, own, other) => {
  const actions: UpdateActions = {
    approve: nothing,
    cancel: nothing,
    retry: nothing,
    busyId: 5,
    busyAct,
  };
  render(
    <Stage api={fakeApi({})} resources={{ pt, en, es }}>
      <UpdateButtons {...{ update, actions }} onUndo={nothing} />
    </Stage>,
  );
  const waiting = await screen.findByRole('button', { name: new RegExp(`^${other}`) });
  expect(waiting).toHaveProperty('disabled', true);
  const atWork = screen.getByRole('button', { name: new RegExp(`^${own}`) });
  expect(atWork.getAttribute('aria-disabled')).toBe('true');
  expect(atWork).toHaveProperty('disabled', false);
});
