import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Stage } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { Button } from '../spectrum.ts';
import { PercentControl, PriceControl } from './amount-controls.tsx';
import { TextControl } from './controls.tsx';
import { faultsToForm } from './faults.ts';
import { DecimalField, PriceField } from './price-field.tsx';

afterEach(cleanup);

const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name });

function Subject({ onChange }: { onChange: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(84.9);
  return (
    <>
      <PriceField
        label="Mínimo"
        currency="BRL"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
      <button type="button" onClick={() => setValue(1299.9)}>
        other
      </button>
    </>
  );
}

async function drawSubject() {
  const onChange = rs.fn();
  render(
    <Stage>
      <Subject onChange={onChange} />
    </Stage>,
  );
  return { input: await field('Mínimo'), onChange };
}

describe('a price field', () => {
  it('gives its value at every keystroke and shows how it was parsed', async () => {
    const { input, onChange } = await drawSubject();
    expect(input.value).toBe('84,90');
    await userEvent.clear(input);
    await userEvent.type(input, '19.9');
    expect(onChange.mock.calls.map(([value]) => value)).toEqual([null, 1, 19, 19, 19.9]);
    expect(text()).toContain('Entendido: R$ 19,90');
    await userEvent.tab();
    expect(input.value).toBe('19,90');
  });

  it('refuses what it could read in two ways, and names both', async () => {
    const { input, onChange } = await drawSubject();
    await userEvent.clear(input);
    await userEvent.paste('1.299');
    expect(onChange.mock.lastCall).toEqual([null]);
    expect(text()).toContain('Pode ser R$ 1.299,00 ou R$ 1,299.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await userEvent.tab();
    expect(input.value).toBe('1.299');
  });

  it('refuses the sign of another currency, and takes its own', async () => {
    const { input, onChange } = await drawSubject();
    await userEvent.clear(input);
    await userEvent.paste('US$ 90');
    expect(onChange.mock.lastCall).toEqual([null]);
    expect(text()).toContain('Este campo é em BRL, e o valor escrito é de outra moeda');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await userEvent.tab();
    expect(input.value).toBe('US$ 90');
    await userEvent.clear(input);
    await userEvent.paste('R$ 90');
    expect(onChange.mock.lastCall).toEqual([90]);
  });

  it('follows a value that is set from outside', async () => {
    const { input } = await drawSubject();
    await userEvent.click(screen.getByRole('button', { name: 'other' }));
    expect(input.value).toBe('1.299,90');
  });
});

function Stock() {
  const [value, setValue] = useState<number | null>(1299);
  return <DecimalField label="Estoque" value={value} onChange={setValue} />;
}

it('a number field never refuses what it wrote itself', async () => {
  render(
    <Stage>
      <Stock />
    </Stage>,
  );
  const input = await field('Estoque');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  await userEvent.clear(input);
  await userEvent.type(input, '2.500,0');
  await userEvent.tab();
  expect(input.value).toBe('2500');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  await userEvent.clear(input);
  await userEvent.paste('1.299');
  expect(text()).toContain('Pode ser 1299 ou 1,299. Escreva, por exemplo, 1299.');
});

interface Values {
  name: string;
  minPrice: number | null;
  margin: number | null;
}

function Form({ onSave, error }: { onSave: (values: Values) => void; error?: ApiError }) {
  const { t } = useTranslation();
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: { name: '', minPrice: null, margin: 5 },
  });
  const [left, setLeft] = useState<string[]>([]);
  const save = (values: Values) => {
    onSave(values);
    const fields = ['name', 'minPrice', 'margin'] as const;
    const homeless = faultsToForm(error, setError, t, { fields, prefix: 'rule' });
    setLeft(homeless.map(({ path }) => path));
  };
  return (
    <form onSubmit={handleSubmit(save)} noValidate>
      <TextControl control={control} name="name" label="Nome" isRequired maxLength={20} />
      <PriceControl control={control} name="minPrice" label="Mínimo" currency="BRL" />
      <PercentControl control={control} name="margin" label="Margem" />
      <Button variant="accent" type="submit">
        Salvar
      </Button>
      <output>{left.join(',')}</output>
    </form>
  );
}

function Watched({ received }: { received: (number | null)[] }) {
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: { name: 'Padrão', minPrice: 5, margin: 5 },
  });
  received.push(useWatch({ control, name: 'minPrice' }));
  return (
    <form onSubmit={handleSubmit(() => undefined)} noValidate>
      <PriceControl control={control} name="minPrice" label="Mínimo" currency="BRL" />
      <Button variant="accent" type="submit">
        Salvar
      </Button>
    </form>
  );
}

describe('a form', () => {
  it('never sends a price from before on Enter', async () => {
    const save = rs.fn();
    render(
      <Stage>
        <Form onSave={save} />
      </Stage>,
    );
    await userEvent.type(await field(/Nome/), 'Padrão');
    // How much of its limit a text uses.
    expect(screen.getByText('6 / 20')).toBeTruthy();
    await userEvent.type(await field('Mínimo'), '10{Enter}');
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    await userEvent.type(await field('Mínimo'), '{Backspace}9,50{Enter}');
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls.map(([{ minPrice }]) => minPrice)).toEqual([10, 19.5]);
  });

  it('does not take a text that is no price for no price', async () => {
    const save = rs.fn();
    render(
      <Stage>
        <Form onSave={save} />
      </Stage>,
    );
    await userEvent.type(await field(/Nome/), 'Padrão');
    await userEvent.type(await field('Mínimo'), 'US$ 1299{Enter}');
    await userEvent.clear(await field('Mínimo'));
    await userEvent.type(await field('Mínimo'), '1.299{Enter}');
    await new Promise((done) => setTimeout(done, 50));
    expect(save).not.toHaveBeenCalled();
    await userEvent.type(await field('Mínimo'), ',00{Enter}');
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.lastCall?.[0]).toMatchObject({ minPrice: 1299, margin: 5 });
  });

  it('distinguishes an invalid price from an empty one, and focuses it', async () => {
    const received: (number | null)[] = [];
    render(
      <Stage>
        <Watched received={received} />
      </Stage>,
    );
    await userEvent.clear(await field('Mínimo'));
    expect(received.at(-1)).toBeNull();
    await userEvent.type(await field('Mínimo'), 'abc');
    expect(received.at(-1)).toBeNaN();
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Mínimo')));
  });

  it('finds the field that the body calls otherwise', () => {
    const fault = { path: 'rule.adjustment.amount', code: 'too_large', message: 'too large' };
    const error = new ApiError('problem', { status: 422, code: 'x', faults: [fault] });
    const setError = rs.fn();
    const homeless = faultsToForm<Values>(error, setError, (key) => key, {
      fields: ['minPrice', 'margin'],
      prefix: 'rule',
      aliases: { 'adjustment.amount': 'margin' },
    });
    expect(homeless).toEqual([]);
    expect(setError.mock.calls[0]?.[0]).toBe('margin');
  });

  it('shows the server’s faults at their fields', async () => {
    const fault = (path: string, code: string) => ({ path, code, message: code });
    const error = new ApiError('problem', {
      status: 422,
      code: 'invalid_request',
      faults: [fault('rule.minPrice', 'greater_than_zero'), fault('rule.warGuard', 'too_large')],
    });
    render(
      <Stage>
        <Form onSave={() => undefined} error={error} />
      </Stage>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(text()).toContain('Este campo é obrigatório.'));
    await userEvent.type(await field(/Nome/), 'Padrão{Enter}');
    await waitFor(() => expect(text()).toContain('Deve ser maior que zero.'));
    expect((await screen.findByRole('status')).textContent).toBe('rule.warGuard');
  });
});
