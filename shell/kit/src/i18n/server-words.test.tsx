// @rstest-environment happy-dom
import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { fetchDeferred } from '../deferred/deferred.tsx';
import { openLanguage, useTranslation } from './i18n.ts';

const texts = async () => ({ default: { update: { state: { sent: 'Enviado' } } } });

function State({ of }: { of: string }) {
  const { t } = useTranslation();
  return <p>is {t(`update.state.${of}`)}.</p>;
}

async function draw(of: string) {
  const { i18n, askServer, speak } = await openLanguage('pt', { pt: texts, en: texts, es: texts });
  await fetchDeferred();
  render(
    <I18nextProvider i18n={i18n}>
      <State of={of} />
    </I18nextProvider>,
  );
  return { askServer, speak };
}

afterEach(cleanup);

it('shows a value that is newer than the page by the server’s label', async () => {
  const { askServer } = await draw('queued');
  expect(screen.getByText('is .')).toBeTruthy();
  const read = rs.fn(async () => ({ 'update.state': { queued: 'Na fila' } }));
  await act(async () => askServer(read));
  expect(screen.getByText('is Na fila.')).toBeTruthy();
  expect(read).toHaveBeenCalledTimes(1);
});

it('shows it in the language that is chosen later', async () => {
  const { askServer, speak } = await draw('queued');
  const said = ['Na fila', 'Queued'];
  const read = async () => ({ 'update.state': { queued: said.shift()! } });
  await act(async () => askServer(read));
  expect(screen.getByText('is Na fila.')).toBeTruthy();
  await act(() => speak('en'));
  expect(screen.getByText('is Queued.')).toBeTruthy();
});

it('requests nothing while the page has its own labels', async () => {
  const { askServer } = await draw('sent');
  const read = rs.fn(async () => ({}));
  await act(async () => askServer(read));
  expect(screen.getByText('is Enviado.')).toBeTruthy();
  expect(read).not.toHaveBeenCalled();
});
