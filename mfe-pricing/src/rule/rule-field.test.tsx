// A field that is added to the table of rule fields, and to their words, is on every page that is derived from them.
import type { RuleGlance } from '@primazia/backend/pricing/contract';
import { createFormat } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import type { RuleField, RuleValues } from './fields.ts';

const table: Record<string, unknown> = (
  await import('../../../backend/pricing/contract/rule-table.ts')
).RULE_TABLE;
table.trialShare = {
  schema: z.number().min(0).max(50, { error: 'too_large' }),
  byDefault: 5,
  unit: 'percent',
  bulk: true,
  spreadsheet: { example: 7.5 },
};
const words: Record<string, unknown> = (
  await import('../../../backend/pricing/contract/rule-words.ts')
).RULE_WORDS;
words.trialShare = {
  name: { pt: 'Parte de teste', en: 'Trial share', es: 'Parte de prueba' },
  text: { pt: 'Só um teste.', en: 'Only a trial.', es: 'Solo una prueba.' },
  faults: { too_large: { pt: 'No máximo 50.', en: '50 at most.', es: 'Como máximo 50.' } },
  column: { others: [], text: { pt: 'De 0 a 50.', en: 'From 0 to 50.', es: 'De 0 a 50.' } },
};

// What follows from the table reads it as it is loaded.
const resources = {
  pt: (await import('../../locales/pt.ts')).default,
  en: (await import('../../locales/en.ts')).default,
  es: (await import('../../locales/es.ts')).default,
};
const { EditForm } = await import('../bulk/edit-form.tsx');
const { NO_EDIT } = await import('../bulk/edit-values.ts');
const { ColumnsGuide } = await import('../spreadsheets/columns-guide.tsx');
const { wordChanges } = await import('../spreadsheets/changes.ts');
const { ruleFacts } = await import('../strategy/facts.ts');
const { ruleChanges } = await import('./changes.ts');
const { ruleResolver } = await import('./faults.ts');
const { listing, storedOf, values } = await import('../testing/rules.ts');
const { MoreFields } = await import('./more-fields.tsx');
const { toRuleBody } = await import('./values.ts');

afterEach(cleanup);

const FIELD = 'trialShare' as RuleField;
const saying = (trialShare: number) => values({ [FIELD]: trialShare });
/** The texts of the pages in Portuguese. */
const t = (key: string) => {
  const text = key.split('.').reduce<unknown>((at, name) => Object(at)[name], resources.pt);
  return typeof text === 'string' ? text : key;
};

function Form() {
  const form = useForm<RuleValues>({
    defaultValues: saying(5),
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const typed = form.watch();
  return (
    <>
      <MoreFields
        control={form.control}
        values={typed}
        listing={listing}
        currencyCode="BRL"
        hasName={false}
        isExpanded
        onExpandedChange={() => {}}
      />
      <output>{JSON.stringify(Object(toRuleBody(typed)).trialShare)}</output>
    </>
  );
}

describe('a field that is added to the table', () => {
  it('has its control in the form, with label, sign, help and faults', async () => {
    const user = userEvent.setup();
    render(
      <Stage api={fakeApi({})} resources={resources}>
        <Form />
      </Stage>,
    );
    const field = await screen.findByRole('textbox', { name: 'Parte de teste (%)' });
    expect(screen.getByText('Só um teste.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '12,5');
    await user.tab();
    expect(screen.getByRole('status').textContent).toBe('12.5');
    await user.clear(field);
    await user.type(field, '60');
    await user.tab();
    expect(await screen.findByText('No máximo 50.')).toBeTruthy();
  });

  it('is set by a bulk action', async () => {
    const user = userEvent.setup();
    const onNext = rs.fn();
    render(
      <Stage api={fakeApi({})} resources={resources}>
        <DialogContainer onDismiss={() => {}}>
          <EditForm initial={NO_EDIT} currencyCode="BRL" onClose={() => {}} onNext={onNext} />
        </DialogContainer>
      </Stage>,
    );
    const group = await screen.findByRole('group', { name: 'Parte de teste' });
    await user.click(within(group).getByRole('checkbox'));
    const field = within(group).getByRole('textbox');
    await user.clear(field);
    await user.type(field, '9');
    await user.click(screen.getByRole('button', { name: 'Ver o que mudaria' }));
    await expect
      .poll(() => onNext.mock.calls[0]?.[0])
      .toEqual({
        action: 'edit',
        fields: { trialShare: 9 },
      });
  });

  it('is a column of spreadsheets, and reported for a row', async () => {
    render(
      <Stage api={fakeApi({})} resources={resources}>
        <ColumnsGuide />
      </Stage>,
    );
    await userEvent.click(await screen.findByRole('button'));
    expect(screen.getByText('Parte de teste')).toBeTruthy();
    expect(screen.getByText('De 0 a 50.')).toBeTruthy();
    const glance = { status: 'enabled', strategy: 'WIN', minPrice: null, maxPrice: null };
    const row = (before: number, after: number) => ({
      before: { ...glance, trialShare: before } as RuleGlance,
      after: { ...glance, trialShare: after } as RuleGlance,
    });
    expect(wordChanges(row(5, 9)).map(({ field }) => field)).toEqual(['trialShare']);
  });

  it('is in someone else’s changes, and in the sentence of a rule', () => {
    const format = createFormat('pt');
    const changes = ruleChanges(t, format, {
      before: saying(5),
      after: saying(9),
      currencyCode: 'BRL',
    });
    expect(changes).toEqual([
      { field: FIELD, label: 'Parte de teste (%)', before: '5%', after: '9%' },
    ]);
    const about = { currencyCode: 'BRL', minimum: null, sellers: new Map<string, string>() };
    const facts = ruleFacts(
      t as Parameters<typeof ruleFacts>[0],
      format,
      storedOf({ [FIELD]: 9 }),
      about,
    );
    const shown = facts.flatMap((section) => section.facts).filter(({ id }) => id === FIELD);
    expect(shown).toEqual([{ id: FIELD, label: 'Parte de teste', value: '9%' }]);
  });
});
