// The lists of a group: each is pasted, one entry a line, and then corrected row by row.
import type { DraftGroup } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import {
  PickerControl,
  PriceControl,
  SwitchControl,
  TextArea,
  TextControl,
} from '@primazia/kit/form';
import { ActionButton, AddIcon, CloseIcon, Item, Picker, Text } from '@primazia/kit/ui';
import { type ReactNode, useState } from 'react';
import { useController, useFieldArray } from 'react-hook-form';
import { faultIn, GroupFault } from './group-fault.tsx';
import type { WizardControl } from './values.ts';

export interface ListProps {
  base: `groups.${number}`;
  control: WizardControl;
  currency: string;
}

const MATCHES = ['EXACT', 'PHRASE', 'BROAD'] as const;
type Match = (typeof MATCHES)[number];

/** The lines of a text that are not on a list yet. */
export function linesOf(text: string, known: readonly string[]): string[] {
  const seen = new Set(known.map((one) => one.toLowerCase()));
  return text.split('\n').flatMap((line) => {
    const plain = line.trim().replace(/\s+/g, ' ');
    if (plain === '' || seen.has(plain.toLowerCase())) return [];
    seen.add(plain.toLowerCase());
    return [plain];
  });
}

interface PasteProps {
  label: string;
  /** Adds the lines of a text. */
  onAdd: (text: string) => void;
  children?: ReactNode;
}

function Paste({ label, onAdd, children }: PasteProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <div className="wizard__paste">
      <TextArea
        label={label}
        description={t('wizard.one_a_line')}
        value={text}
        onChange={setText}
        width="100%"
      />
      {children}
      <ActionButton
        isDisabled={text.trim() === ''}
        aria-label={t('wizard.add_to', { name: label })}
        onPress={() => {
          onAdd(text);
          setText('');
        }}
      >
        <AddIcon />
        <Text>{t('wizard.add')}</Text>
      </ActionButton>
    </div>
  );
}

interface RemoveProps {
  name: string;
  onPress: () => void;
}

export function Remove({ name, onPress }: RemoveProps) {
  const { t } = useTranslation();
  return (
    <ActionButton isQuiet aria-label={t('wizard.remove', { name })} onPress={onPress}>
      <CloseIcon />
    </ActionButton>
  );
}

interface MatchPickerProps {
  value: Match;
  options: readonly Match[];
  onChange: (match: Match) => void;
}

function MatchPicker({ value, options, onChange }: MatchPickerProps) {
  const { t } = useTranslation();
  return (
    <Picker
      label={t('wizard.match')}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Match)}
    >
      {options.map((one) => (
        <Item key={one}>{t(`target.match.${one}`)}</Item>
      ))}
    </Picker>
  );
}

const useMatches = (options: readonly Match[]) => {
  const { t } = useTranslation();
  return options.map((value) => ({ value, label: t(`target.match.${value}`) }));
};

export function Keywords({ base, control, currency }: ListProps) {
  const { t } = useTranslation();
  const [match, setMatch] = useState<Match>('EXACT');
  const { fields, append, remove } = useFieldArray({ control, name: `${base}.keywords` });
  const options = useMatches(MATCHES);
  const add = (text: string) => {
    const known = fields.flatMap((one) => (one.matchType === match ? [one.text] : []));
    append(linesOf(text, known).map((line) => ({ text: line, matchType: match, bid: null })));
  };
  return (
    <div className="wizard__list">
      <Paste label={t('wizard.keywords')} onAdd={add}>
        <MatchPicker value={match} options={MATCHES} onChange={setMatch} />
      </Paste>
      {fields.map(({ id, text }, at) => (
        <div key={id} className="wizard__row">
          <TextControl
            control={control}
            name={`${base}.keywords.${at}.text`}
            label={t('wizard.keyword')}
            isRequired
          />
          <PickerControl
            control={control}
            name={`${base}.keywords.${at}.matchType`}
            label={t('wizard.match')}
            options={options}
            isRequired
          />
          <PriceControl
            control={control}
            name={`${base}.keywords.${at}.bid`}
            label={t('wizard.own_bid')}
            currency={currency}
          />
          <Remove name={text} onPress={() => remove(at)} />
        </div>
      ))}
    </div>
  );
}

export function Products({ base, control, currency }: ListProps) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: `${base}.products` });
  const add = (text: string) => {
    const known = fields.map(({ productId }) => productId);
    const isExpanded = false;
    append(linesOf(text, known).map((productId) => ({ productId, isExpanded, bid: null })));
  };
  return (
    <div className="wizard__list">
      <Paste label={t('wizard.products')} onAdd={add} />
      {fields.map(({ id, productId }, at) => (
        <div key={id} className="wizard__row">
          <TextControl
            control={control}
            name={`${base}.products.${at}.productId`}
            label={t('wizard.product')}
            isRequired
          />
          <ExpandedControl base={base} control={control} at={at} />
          <PriceControl
            control={control}
            name={`${base}.products.${at}.bid`}
            label={t('wizard.own_bid')}
            currency={currency}
          />
          <Remove name={productId} onPress={() => remove(at)} />
        </div>
      ))}
    </div>
  );
}

/** Whether similar products are targeted too. */
function ExpandedControl({ base, control, at }: Omit<ListProps, 'currency'> & { at: number }) {
  const { t } = useTranslation();
  return (
    <SwitchControl
      control={control}
      name={`${base}.products.${at}.isExpanded`}
      label={t('wizard.expanded')}
    />
  );
}

const NEGATIVE_MATCHES = ['EXACT', 'PHRASE'] as const;

export function NegativeKeywords({ base, control }: ListProps) {
  const { t } = useTranslation();
  const [match, setMatch] = useState<Match>('PHRASE');
  const name = `${base}.negativeKeywords` as const;
  const { fields, append, remove } = useFieldArray({ control, name });
  const options = useMatches(NEGATIVE_MATCHES);
  const add = (text: string) => {
    const known = fields.flatMap((one) => (one.matchType === match ? [one.text] : []));
    const matchType = match as DraftGroup['negativeKeywords'][number]['matchType'];
    append(linesOf(text, known).map((line) => ({ text: line, matchType })));
  };
  return (
    <div className="wizard__list">
      <Paste label={t('wizard.negative_keywords')} onAdd={add}>
        <MatchPicker value={match} options={NEGATIVE_MATCHES} onChange={setMatch} />
      </Paste>
      {fields.map(({ id, text }, at) => (
        <div key={id} className="wizard__row">
          <TextControl
            control={control}
            name={`${name}.${at}.text`}
            label={t('wizard.negative')}
            isRequired
          />
          <PickerControl
            control={control}
            name={`${name}.${at}.matchType`}
            label={t('wizard.match')}
            options={options}
            isRequired
          />
          <Remove name={text} onPress={() => remove(at)} />
        </div>
      ))}
    </div>
  );
}

export function NegativeProducts({ base, control }: ListProps) {
  const { t } = useTranslation();
  const name = `${base}.negativeProducts` as const;
  const { field, fieldState } = useController({ control, name });
  const codes: readonly string[] = field.value;
  return (
    <div className="wizard__list">
      <Paste
        label={t('wizard.negative_products')}
        onAdd={(text) => field.onChange([...codes, ...linesOf(text, codes)])}
      />
      {codes.map((code) => (
        <p key={code} className="wizard__chip">
          <span>{code}</span>
          <Remove name={code} onPress={() => field.onChange(codes.filter((one) => one !== code))} />
        </p>
      ))}
      <GroupFault message={faultIn(fieldState.error)} />
    </div>
  );
}
