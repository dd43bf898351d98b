import type { PricingSettings } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, Hideable, makeHiding, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { PricingSettingsPage } from '../pages/pricing-settings.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const STEP = /^Maior variação de uma vez/;
const HOURS = /^Dados do mercado valem por/;
const field = (name: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar a configuração' });
const write = async (name: RegExp, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
  await userEvent.tab();
};

/** The page, which is left and opened again while someone else changes the settings. */
async function opened() {
  let stored: PricingSettings = {
    requiresApprovalByDefault: true,
    maxStepPercent: 30,
    maxDayPercent: 60,
    parity: 'warn',
    staleMarketHours: 24,
    minutesPerManualChange: 3,
    breaker: { percent: 30, drops: 20, minutes: 60 },
    smallestRisePercent: 0.3,
    minutesBetweenUpdates: 5,
    updatesPerHour: 12,
    updatesPerDay: 60,
  };
  const saved: PricingSettings[] = [];
  let answer = async () => stored;
  const api = fakeApi({
    '/v2/pricing/settings': async ({ body }: { body?: PricingSettings }) => {
      if (body === undefined) return answer();
      saved.push(body);
      stored = body;
      return body;
    },
    '/v2/pricing/switch': { stopped: false, since: null, by: null },
  });
  const hiding = makeHiding();
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Hideable hiding={hiding}>
        <PricingSettingsPage />
      </Hideable>
    </Stage>,
  );
  await waitFor(save);
  return {
    saved,
    leave: hiding.hide,
    comeBack: hiding.show,
    changeElsewhere: (part: Partial<PricingSettings>) => {
      stored = { ...stored, ...part };
    },
    /** Holds the next answers until they are released, or refused. */
    holdAnswers: () => {
      let go = { now: () => {}, refused: (_why: unknown) => {} };
      const held = new Promise<void>((now, refused) => {
        go = { now, refused };
      });
      answer = () => held.then(() => stored);
      return go;
    },
    answerAgain: () => {
      answer = async () => stored;
    },
  };
}

describe('the settings of a company, changed by someone else in the meantime', () => {
  it('show the changes when the page is opened again, and are not overwritten', async () => {
    const { saved, leave, comeBack, changeElsewhere } = await opened();
    leave();
    changeElsewhere({ maxStepPercent: 12 });
    comeBack();
    await waitFor(() => expect(field(STEP).value).toBe('12'));
    await write(HOURS, '6');
    await userEvent.click(save());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ maxStepPercent: 12, staleMarketHours: 6 });
  }, 15_000);

  it('are saved only once the present values are known; typed values are kept', async () => {
    const { saved, leave, comeBack, changeElsewhere, holdAnswers } = await opened();
    leave();
    changeElsewhere({ maxStepPercent: 12, staleMarketHours: 48 });
    const answers = holdAnswers();
    comeBack();
    await write(HOURS, '6');
    expect(save().disabled).toBe(true);
    answers.now();
    await waitFor(() => expect(save().disabled).toBe(false));
    expect([field(STEP).value, field(HOURS).value]).toEqual(['12', '6']);
    expect(saved).toEqual([]);
    await userEvent.click(save());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ maxStepPercent: 12, staleMarketHours: 6 });
    await waitFor(() => expect(save().disabled).toBe(true));
  }, 15_000);

  it('are not saved while they cannot be read, with a notice', async () => {
    const { leave, comeBack, changeElsewhere, holdAnswers, answerAgain } = await opened();
    leave();
    changeElsewhere({ maxStepPercent: 12 });
    const answers = holdAnswers();
    comeBack();
    await write(HOURS, '6');
    answers.refused(new ApiError('problem', { status: 429, code: 'too_many_requests' }));
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    expect(save().disabled).toBe(true);
    answerAgain();
    await userEvent.click(again);
    await waitFor(() => expect(save().disabled).toBe(false));
    expect([field(STEP).value, field(HOURS).value]).toEqual(['12', '6']);
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  }, 15_000);
});
