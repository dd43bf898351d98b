import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { fakeSession, Stage } from '../../testing/index.ts';
import { DateTimeControl } from './date-control.tsx';

// The focus is not tested: happy-dom reacts to it with another change of focus, endlessly.
beforeEach(() => void rs.spyOn(HTMLElement.prototype, 'focus').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
});

let chosen: () => string | null = () => null;

function Subject() {
  const { control, getValues } = useForm<{ begins: string | null }>({
    defaultValues: { begins: null },
  });
  chosen = () => getValues('begins');
  return <DateTimeControl control={control} name="begins" label="Begins" />;
}

/** The segments of the field in their order, with the maximum of each. */
async function draw(locale: 'pt' | 'en' | 'es') {
  render(
    <Stage session={fakeSession({ locale })}>
      <Subject />
    </Stage>,
  );
  const parts = await screen.findAllByRole('spinbutton');
  return parts.map((part) => Number(part.getAttribute('aria-valuemax')));
}

/** Types into the parts, from the last to the first: a part that is full moves on to the one after it. */
function type(...texts: string[]) {
  for (const [n, text] of [...texts.entries()].reverse())
    for (const data of text)
      fireEvent(
        screen.getAllByRole('spinbutton')[n]!,
        new InputEvent('beforeinput', {
          data,
          inputType: 'insertText',
          bubbles: true,
          cancelable: true,
        }),
      );
}

const DAYS = 31;
const MONTHS = 12;

for (const locale of ['pt', 'es'] as const)
  it(`a date is typed day first in ${locale}`, async () => {
    expect((await draw(locale)).slice(0, 2)).toEqual([DAYS, MONTHS]);
    type('4', '2', '2030', '9', '5');
    expect(chosen()).toBe(new Date(2030, 1, 4, 9, 5).toISOString());
  });

it('a date is typed month first in English', async () => {
  expect((await draw('en')).slice(0, 2)).toEqual([MONTHS, DAYS]);
  type('2', '4', '2030', '9', '5');
  expect(chosen()).toBe(new Date(2030, 1, 4, 9, 5).toISOString());
});
