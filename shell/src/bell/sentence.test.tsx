// @rstest-environment happy-dom
import type { Notification } from '@primazia/backend/notifications/contract';
import { createFormat, useTranslation } from '@primazia/kit';
import { openLanguage } from '@primazia/kit/shell';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import en from '../../locales/en.json';
import { reasonOf, sentenceOf } from './sentence.ts';

const texts = async () => ({ default: en });
const format = createFormat('en');

type Reported = Pick<Notification, 'code' | 'values'>;

function Said(reported: Reported) {
  const { t } = useTranslation();
  return `says ${sentenceOf(reported, t, format)} ${reasonOf(reported, t)}`;
}

/** The page's text before and after the labels of the API are loaded. */
async function say(reported: Reported, words: Record<string, string>) {
  const language = await openLanguage('en', { pt: texts, en: texts, es: texts });
  await language.speak('en');
  const { container } = render(
    <I18nextProvider i18n={language.i18n}>
      <Said {...reported} />
    </I18nextProvider>,
  );
  const before = container.textContent;
  await act(async () => language.askServer(async () => ({ 'bell.sentences': words })));
  return [before, container.textContent].map((text) => text.replace('says', '').trim());
}

afterEach(cleanup);

describe('the sentence of a notification', () => {
  it('is the one of the API for the kind, with prices as money, a price of zero too', async () => {
    const values = { title: 'Mug', minPrice: 20, newPrice: 0, currencyCode: 'BRL', listingId: 5 };
    expect(
      await say(
        { code: 'trial', values },
        { trial: '{{title}}: {{newPrice}}, min. {{minPrice}} ({{listingId}})' },
      ),
    ).toEqual(['', 'Mug: R$0.00, min. R$20.00 (5)']);
  });

  it('writes percentages with their sign', async () => {
    const values = { averagePercent: -0.4 };
    const [, said] = await say(
      { code: 'trial', values },
      { trial: '{{averagePercent}} on average' },
    );
    expect(said).toBe('-0.4% on average');
  });

  it('counts where it is about many', async () => {
    const words = { trials_one: '{{count}} trial', trials_other: '{{count}} trials' };
    const [, one] = await say({ code: 'trials', values: { count: 1 } }, words);
    const [, many] = await say({ code: 'trials', values: { count: 12 } }, words);
    expect([one, many]).toEqual(['1 trial', '12 trials']);
  });

  it('is general where the API has none', async () => {
    const [, said] = await say({ code: 'trials', values: { count: 2 } }, {});
    expect(said).toBe(en.bell.unknown);
  });

  it('is followed by the reason of a failure, if there is a text for it', async () => {
    const trial = { trial: 'Failed.' };
    const reasonAfter = async (failure: string | null) => {
      const [, said] = await say({ code: 'trial', values: { failure } }, trial);
      return said?.replace('Failed.', '').trim();
    };
    expect(await reasonAfter('item.price.invalid')).toMatch(/price/i);
    expect(await reasonAfter('something.new')).toBe('');
    expect(await reasonAfter(null)).toBe('');
  });
});
