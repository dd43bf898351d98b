import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { storedOf } from '../testing/rules.ts';
import { StatusDialog } from './status-dialog.tsx';
import type { NewStatus } from './use-rule-status.ts';

afterEach(cleanup);

const { listingIds, ...rule } = storedOf({});
const CANCELS = 'As alterações de preço pendentes são canceladas.';

async function shown(status: NewStatus) {
  const refuse: (() => void)[] = [];
  const api = fakeApi({
    '/v2/rules/{ruleId}/status': () =>
      new Promise((_, reject) => {
        const refusal = new ApiError('problem', { status: 409, code: 'rule_changed' });
        refuse.push(() => reject(refusal));
      }),
  });
  const onClose = rs.fn();
  const rules = [
    { ...rule, ads: listingIds.length, currencyCode: 'BRL', status: 'paused' as const },
  ];
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <StatusDialog change={{ rules, status }} onDone={() => {}} onClose={onClose} />
    </Stage>,
  );
  await screen.findByRole('alertdialog');
  return { refuse, onClose };
}

describe('many rules in one dialog', () => {
  it('stay visible while they are changed, and refusals are reported', async () => {
    const { refuse, onClose } = await shown('disabled');
    expect(screen.getByText(CANCELS)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Desativar 1' }));
    await screen.findByRole('progressbar', { name: 'Mudando as regras' });
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => {
      for (const one of refuse) one();
    });
    expect(await screen.findByText('0 de 1 mudaram. Estas ficaram como estavam:')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('are enabled without cancelling a price change, and not changed after Escape', async () => {
    const { onClose } = await shown('enabled');
    expect(screen.queryByText(CANCELS)).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
