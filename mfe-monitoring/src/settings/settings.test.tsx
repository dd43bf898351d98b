import type { AlertSettings } from '@primazia/backend/monitoring/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { MonitoringSettingsPage } from '../pages/monitoring-settings.tsx';

afterEach(cleanup);

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar a configuração' });
const minutes = () => screen.getByLabelText<HTMLInputElement>(/^Minutos até avisar/);

async function opened() {
  let stored: AlertSettings = { holdMinutes: 15, manyLost: 10, ownBrands: ['Lumavi'] };
  const saved: AlertSettings[] = [];
  const api = fakeApi({
    '/v1/monitoring/settings': async ({ body }: { body?: AlertSettings }) => {
      if (body === undefined) return stored;
      saved.push(body);
      stored = body;
      return body;
    },
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <MonitoringSettingsPage />
    </Stage>,
  );
  await waitFor(save);
  return saved;
}

it('saves the minutes and the brands, one to a line', async () => {
  const saved = await opened();
  await userEvent.clear(minutes());
  await userEvent.type(minutes(), '30');
  await userEvent.type(screen.getByLabelText(/^Marcas próprias/), '\n\n Casa Norte ');
  await waitFor(() => expect(save().disabled).toBe(false));
  await userEvent.click(save());
  await waitFor(() =>
    expect(saved).toEqual([{ holdMinutes: 30, manyLost: 10, ownBrands: ['Lumavi', 'Casa Norte'] }]),
  );
  await waitFor(() => expect(save().disabled).toBe(true));
}, 15_000);

it('shows the fault of a number at its field, and sends nothing', async () => {
  const saved = await opened();
  await userEvent.clear(minutes());
  await userEvent.type(minutes(), '5000');
  await userEvent.click(save());
  expect(await screen.findByText('O valor é grande demais.')).toBeTruthy();
  await userEvent.clear(minutes());
  await userEvent.tab();
  expect(await screen.findByText(/obrigatório/)).toBeTruthy();
  expect(saved).toEqual([]);
}, 15_000);
