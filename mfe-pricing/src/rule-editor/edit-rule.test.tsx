import type { Rule } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { proxy, ref, useSnapshot } from 'valtio';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { storedOf, values } from '../testing/rules.ts';
import { type EditedRule, useEditRule } from './edit-rule.ts';

interface Save {
  body: { version: number; rule: Rule };
}

interface FormProps {
  /** The rule as the page received it. */
  source: { rule: ReturnType<typeof ref<Rule>> };
  onStale: () => void;
  onSaved: (rule: Rule | null) => void;
  onEdited: (edited: EditedRule) => void;
}

function Form({ source, onStale, onSaved, onEdited }: FormProps) {
  const { rule } = useSnapshot(source);
  onEdited(useEditRule({ latest: rule, onStale, onSaved, currencyCode: 'BRL' }));
  return null;
}

/** A rule in its form, which someone else may save in the meantime. */
async function opened() {
  let stored = storedOf({ minPrice: 80, maxPrice: 120 });
  const saves: Save['body'][] = [];
  const api = fakeApi({
    '/v2/rules/{ruleId}': ({ body }: Save) => {
      saves.push(body);
      if (body.version !== stored.version)
        throw new ApiError('problem', { status: 409, code: 'rule_changed' });
      stored = { ...stored, ...body.rule, version: stored.version + 1 };
      return stored;
    },
  });
  const onSaved = rs.fn();
  const onStale = rs.fn();
  let now: EditedRule | undefined;
  const source = proxy({ rule: ref(stored) });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Form
        source={source}
        onStale={onStale}
        onSaved={onSaved}
        onEdited={(edited) => (now = edited)}
      />
    </Stage>,
  );
  const edited = () => {
    if (now === undefined) throw new Error('The form is not rendered yet');
    return now;
  };
  await waitFor(edited);
  const hear = () =>
    act(async () => {
      source.rule = ref(stored);
    });
  const changeElsewhere = (part: Partial<Rule>) => {
    stored = { ...stored, ...part, version: stored.version + 1 };
  };
  return { edited, changeElsewhere, hear, saves, onSaved, onStale };
}

afterEach(cleanup);

const mine = values({ minPrice: 80, maxPrice: 130 });

describe('a rule that two people change', () => {
  it('is not saved over: what the other one changed is reported, once it is known', async () => {
    const { edited, changeElsewhere, hear, saves, onSaved, onStale } = await opened();
    changeElsewhere({ minPrice: 85 });
    act(() => edited().save(mine));
    await waitFor(() => expect(onStale).toHaveBeenCalledTimes(1));
    expect(edited().error?.code).toBe('rule_changed');
    await hear();
    const changes = edited().conflict?.changes ?? [];
    expect(changes.map(({ label, after }) => [label, after.replace('\u00a0', ' ')])).toEqual([
      ['Preço mínimo', 'R$ 85,00'],
    ]);
    expect(saves).toHaveLength(1);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('continues from the saved version, with the own changes applied', async () => {
    const { edited, changeElsewhere, hear, saves, onSaved } = await opened();
    changeElsewhere({ minPrice: 85 });
    await hear();
    act(() => edited().conflict?.onKeep?.({ maxPrice: 130 }));
    expect(edited()).toMatchObject({
      rule: { minPrice: 85, version: 2 },
      draft: { maxPrice: 130 },
      conflict: null,
    });
    act(() => edited().save({ ...mine, minPrice: 85 }));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(saves[0]).toMatchObject({ version: 2, rule: { minPrice: 85, maxPrice: 130 } });
    // Its own save does not count as someone else's.
    expect(edited()).toMatchObject({ rule: { version: 3 }, conflict: null });
  });

  it('that was archived can only be opened as it is', async () => {
    const { edited, changeElsewhere, hear } = await opened();
    changeElsewhere({ status: 'archived' });
    await hear();
    expect(edited().conflict?.onKeep).toBeUndefined();
    act(() => edited().conflict?.onAction());
    expect(edited().rule.status).toBe('archived');
  });
});
