import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Stage } from '../../testing/index.ts';
import { TextControl } from './controls.tsx';
import { useFollowStored } from './follow-stored.ts';

afterEach(cleanup);

interface Names {
  mine: string;
  theirs: string;
}

const same = (names: Names) => names;

let store: (names: Names) => void = () => {};

function Subject() {
  const [stored, setStored] = useState<Names>({ mine: 'A', theirs: 'B' });
  store = setStored;
  const { control, reset } = useForm<Names>({ defaultValues: stored });
  useFollowStored(reset, stored, same);
  return (
    <>
      <output>{stored.theirs}</output>
      <TextControl control={control} name="mine" label="Mine" />
      <TextControl control={control} name="theirs" label="Theirs" />
    </>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

const draw = async () => {
  render(
    <Stage>
      <Subject />
    </Stage>,
  );
  await screen.findByRole('textbox', { name: 'Mine' });
};

it('a form shows the stored values, and keeps typed ones', async () => {
  await draw();
  fireEvent.change(field('Mine'), { target: { value: 'typed' } });
  act(() => store({ mine: 'C', theirs: 'D' }));
  expect([field('Mine').value, field('Theirs').value]).toEqual(['typed', 'D']);
});

it('a form never mixes previous and present stored values, not even for one render', async () => {
  await draw();
  const seen: string[] = [];
  const output = screen.getByRole('status');
  new MutationObserver(() => seen.push(`${output.textContent} ${field('Theirs').value}`)).observe(
    output,
    { childList: true, characterData: true, subtree: true },
  );
  setTimeout(() => store({ mine: 'C', theirs: 'D' }));
  await waitFor(() => expect(seen).toEqual(['D D']));
});
