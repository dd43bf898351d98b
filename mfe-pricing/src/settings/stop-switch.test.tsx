import { fakeApi, fakeLive, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { StopSwitch } from './stop-switch.tsx';

afterEach(cleanup);

it('does what the user confirmed, even if someone else was faster', async () => {
  let stopped = false;
  const sent: unknown[] = [];
  const live = fakeLive();
  const api = fakeApi({
    '/v2/pricing/switch': ({ body }: { body?: { stopped: boolean } }) => {
      if (body !== undefined) sent.push(body);
      return { stopped: body?.stopped ?? stopped, since: null, by: null };
    },
  });
  render(
    <Stage api={api} live={live} resources={{ pt, en, es }}>
      <StopSwitch />
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Parar todos os preços' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  stopped = true;
  live.publish({ type: 'switch', ids: [7] });
  await screen.findByText('Tudo parado');
  await userEvent.click(dialog.getByRole('button', { name: 'Parar todos os preços' }));
  expect(sent).toEqual([{ stopped: true }]);
});
