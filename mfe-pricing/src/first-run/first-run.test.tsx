import type { FirstRun } from '@primazia/backend/pricing/contract';
import { fakeApi, fakeLive, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { FirstRunCard } from './first-run-card.tsx';
import { useFirstRun } from './use-first-run.ts';

afterEach(cleanup);

const nothing: FirstRun = {
  hasAccount: false,
  hasListing: false,
  hasCost: false,
  hasTried: false,
  hasRule: false,
  hasActiveRule: false,
};

function Subject() {
  const { shown, isAway, putAway, bringBack } = useFirstRun();
  return (
    <>
      {shown !== null && <FirstRunCard facts={shown} onPutAway={putAway} />}
      {isAway && (
        <button type="button" onClick={bringBack}>
          trazer
        </button>
      )}
    </>
  );
}

/** The first steps, over a server that keeps what a person wants. */
function draw(facts: Partial<FirstRun>) {
  let views: object[] = [];
  const api = fakeApi({
    '/v2/pricing/first-run': { ...nothing, ...facts },
    '/v1/list-views/{list}': (input: { body?: object }) => {
      if (input.body !== undefined) views = [input.body];
      return { views };
    },
  });
  const live = fakeLive();
  render(
    <Stage api={api} live={live} session={fakeSession()} resources={{ pt, en, es }}>
      <Subject />
    </Stage>,
  );
  const requests = () => api.calls.filter(({ path }) => path === '/v2/pricing/first-run').length;
  return { ...api, live, requests };
}

const card = () => screen.findByRole('region', { name: 'Primeiros passos' });

describe('the first steps', () => {
  it('count completed steps, and link to the next one', async () => {
    draw({ hasAccount: true, hasListing: true });
    const steps = within(await card());
    expect(steps.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 de 4');
    const current = steps.getByText('Informar os custos').closest('li');
    expect(current?.getAttribute('aria-current')).toBe('step');
    expect(steps.getAllByRole('link')).toHaveLength(1);
    expect(steps.getByRole('link').getAttribute('href')).toContain('/configuracao-de-precificacao');
  });

  it('do not take an account without listings for done', async () => {
    draw({ hasAccount: true });
    expect(await screen.findByText(/os anúncios estão chegando/)).toBeTruthy();
  });

  it('are put away, kept so for the person, and found again', async () => {
    const api = draw({ hasAccount: true });
    await userEvent.click(within(await card()).getByRole('button', { name: /^Ocultar/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'trazer' }));
    expect(await card()).toBeTruthy();
    const saved = api.calls.flatMap(({ input }) => {
      const { body } = input as { body?: { content: object } };
      return body === undefined ? [] : [body.content];
    });
    expect(saved).toEqual([{ isShown: false }, { isShown: true }]);
  });

  it('are refreshed as the company progresses, but not while they are hidden', async () => {
    const { live, requests } = draw({ hasAccount: true });
    await card();
    live.publish({ type: 'rules', ids: [1] });
    await expect.poll(requests).toBe(2);
    await userEvent.click(within(await card()).getByRole('button', { name: /^Ocultar/ }));
    const bring = await screen.findByRole('button', { name: 'trazer' });
    live.publish({ type: 'rules', ids: [1] });
    // Longer than a burst is gathered.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests()).toBe(2);
    await userEvent.click(bring);
    await card();
    await expect.poll(requests).toBe(3);
  });

  it('are hidden for companies with active rules, until they open them', async () => {
    draw({ hasAccount: true, hasListing: true, hasActiveRule: true });
    await userEvent.click(await screen.findByRole('button', { name: 'trazer' }));
    expect(within(await card()).getByText('Informar os custos')).toBeTruthy();
  });
});
