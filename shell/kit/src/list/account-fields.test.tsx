import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import { fakeApi, Stage } from '../../testing/index.ts';
import { useAccountFields } from './account-fields.tsx';

afterEach(cleanup);

const given: ReturnType<typeof useAccountFields>[] = [];
function Subject() {
  given.push(useAccountFields());
  return 'drawn';
}

it('offers the accounts by a part of their name, and shows the names of those in a link', async () => {
  const accounts = [
    { id: 3, name: 'Loja Centro' },
    { id: 4, name: 'Loja Norte' },
  ];
  render(
    <Stage api={fakeApi({ '/v1/accounts': accounts })}>
      <Subject />
    </Stage>,
  );
  await screen.findByText('drawn');
  const choices = given
    .at(-1)!
    .flatMap((one) => ('choices' in one && one.choices !== undefined ? [one.choices] : []))[0]!;
  const { signal } = new AbortController();
  expect(await choices.named?.(['4'], signal)).toEqual([{ value: '4', label: 'Loja Norte' }]);
  const found = await choices.search({ search: 'centro', page: 0, limit: 15 }, signal);
  expect(found.content).toEqual([{ value: '3', label: 'Loja Centro' }]);
});
