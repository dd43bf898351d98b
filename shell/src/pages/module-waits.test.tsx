// @rstest-environment happy-dom
import { openLanguage } from '@primazia/kit/shell';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { ModuleWaits, SKELETON_MS } from './module-waits.tsx';

const none = async () => ({ default: {} });

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  cleanup();
  rs.useRealTimers();
});

describe('what stands for a module', () => {
  it('is nothing for a module whose code is here, and a skeleton for one that takes long', async () => {
    const language = await openLanguage('en', { pt: none, en: none, es: none });
    const { queryByRole } = render(
      <I18nextProvider i18n={language.i18n}>
        <ModuleWaits />
      </I18nextProvider>,
    );
    act(() => rs.advanceTimersByTime(SKELETON_MS - 1));
    expect(queryByRole('status')).toBeNull();
    act(() => rs.advanceTimersByTime(1));
    expect(queryByRole('status')).not.toBeNull();
  });
});
