import type { Rule } from '@primazia/backend/pricing/contract';
import type { Session } from '@primazia/kit';
import { fakeApi, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { pageOf } from '../testing/page.ts';
import { listing, storedOf } from '../testing/rules.ts';
import { StoredRulePage } from './stored-rule-page.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

interface Given {
  session?: Partial<Session>;
  history?: RouterHistory;
}

/** The page of a rule; it gives the field of its name. */
async function drawn({ session, ...stage }: Given = {}): Promise<HTMLElement> {
  let stored: Rule = { ...storedOf({ minPrice: 80 }), name: 'Bules' };
  const api = fakeApi({
    '/v2/rules/{ruleId}': (input: { body?: { rule: Rule } }) => {
      if (input.body !== undefined)
        stored = { ...stored, ...input.body.rule, version: stored.version + 1 };
      return stored;
    },
    '/v2/rules/listings/query': pageOf([listing]),
  });
  render(
    <Stage api={api} session={fakeSession(session)} resources={{ pt, en, es }} {...stage}>
      <StoredRulePage ruleId={1} backtestId={undefined} />
    </Stage>,
  );
  return await screen.findByLabelText(/^Nome da regra/, { selector: 'input' });
}

describe('the page of a rule', () => {
  it('keeps the focus at its button once the rule is saved', async () => {
    await userEvent.type(await drawn(), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar regra' }));
    await screen.findByText('Bules2', { selector: 'h1' });
    const save = screen.getByText('Salvar regra').closest('button');
    await waitFor(() => expect(document.activeElement === save).toBe(true));
  }, 15_000);

  it('asks before unsaved work is left, unless it could not be saved', async () => {
    const isRequested = async (session: Partial<Session>) => {
      const history = createMemoryHistory({ initialEntries: ['/regras-de-precificacao/1'] });
      await userEvent.type(await drawn({ session, history }), '2');
      await act(async () => history.push('/regras-de-precificacao'));
      const { pathname } = history.location;
      cleanup();
      return pathname === '/regras-de-precificacao/1';
    };
    expect(await isRequested({})).toBe(true);
    const token = `e30.${btoa(JSON.stringify({ role: 'analyst' }))}.x`;
    expect(await isRequested({ token })).toBe(false);
  }, 15_000);
});
