import type { Rule } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { listing, storedOf } from './fixture.ts';
import { StoredRulePage } from './stored-rule-page.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

describe('the page of a rule', () => {
  it('leaves the focus at its button once the rule is saved', async () => {
    let stored: Rule = { ...storedOf({ minPrice: 80 }), name: 'Bules' };
    const api = fakeApi({
      '/v2/rules/{ruleId}': (input: { body?: { rule: Rule } }) => {
        if (input.body !== undefined)
          stored = { ...stored, ...input.body.rule, version: stored.version + 1 };
        return stored;
      },
      '/v2/rules/listings/query': {
        content: [listing],
        totalElements: 1,
        totalPages: 1,
        size: 1,
        number: 0,
        numberOfElements: 1,
      },
    });
    render(
      <Stage api={api} resources={{ pt, en, es }}>
        <StoredRulePage ruleId={1} replayId={undefined} />
      </Stage>,
    );
    const name = await screen.findByLabelText(/^Nome da regra/, { selector: 'input' });
    await userEvent.type(name, '2');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar regra' }));
    await screen.findByText('Bules2', { selector: 'h1' });
    const save = screen.getByText('Salvar regra').closest('button');
    await waitFor(() => expect(document.activeElement === save).toBe(true));
  }, 15_000);
});
