import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { Stage } from '../../../testing/index.ts';
import { openLanguage } from '../../i18n/i18n.ts';
import { FaultNotice } from './notice.tsx';

afterEach(cleanup);

it('loads its texts where no page has loaded them', async () => {
  const some = async () => ({ default: {} });
  const all = rs.fn(some);
  const first = { pt: some, en: some, es: some };
  const { i18n, end } = await openLanguage('pt', { pt: all, en: all, es: all, first });
  expect(all).not.toHaveBeenCalled();
  render(
    <Stage>
      <I18nextProvider i18n={i18n}>
        <FaultNotice fault="session-ended" isFirst onRetry={async () => {}} />
      </I18nextProvider>
    </Stage>,
  );
  await expect.poll(() => all).toHaveBeenCalledTimes(1);
  end();
});
