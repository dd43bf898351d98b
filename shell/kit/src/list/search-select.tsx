import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import { isEmptyPage, selectFailure } from '../errors/screens.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { CheckmarkIcon, CloseIcon } from '../icons.ts';
import type { Choice, SearchChoices } from './types.ts';

const WAIT_MS = 200;
const PAGE = 15;
/** With more matches than these, a person has to type more. */
const MOST = 50;
const MAX_LENGTH = 200;

interface SearchSelectProps {
  label: string;
  search: SearchChoices;
  /** Tells the choices of one field from those of others. */
  name: string;
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  /** Several may be chosen. */
  isMany: boolean;
  errorMessage?: string | undefined;
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The choices that match a text, page by page; a 404 means none. */
function useChoices(name: string, search: SearchChoices, text: string, isOpen: boolean) {
  const { session } = useKit();
  const { companyId, locale } = useSnapshot(session);
  return useInfiniteQuery({
    queryKey: [`choices ${name}`, text, companyId, locale],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await search({ search: text, page: pageParam, limit: PAGE }, signal);
      } catch (error) {
        if (isEmptyPage(error)) return { content: [], number: 0, totalPages: 0 };
        throw error;
      }
    },
    getNextPageParam: ({ number, totalPages }) => (number < totalPages - 1 ? number + 1 : null),
    enabled: isOpen,
  });
}

/** The choices loaded so far for a text; `more` loads the next ones. */
function useFound({ name, search }: SearchSelectProps, text: string, isOpen: boolean) {
  const { t } = useTranslation('kit');
  const found = useChoices(name, search, useSettled(text.trim()), isOpen);
  const choices = (found.data?.pages ?? []).flatMap(({ content }) => content).slice(0, MOST);
  const failure = found.error === null ? null : selectFailure(found.error);
  const say = () => {
    if (!isOpen) return '';
    if (failure !== null) return t(failure.key);
    if (found.isFetching) return t('states.loading');
    return choices.length === 0
      ? t('list.noChoices')
      : t('list.choices', { count: choices.length });
  };
  return {
    choices,
    hasMore: found.hasNextPage && choices.length < MOST,
    said: say(),
    more: () => {
      if (!found.isFetchingNextPage) void found.fetchNextPage();
    },
  };
}

/** Chooses among the results of a search; arrow keys move through the list while the focus stays in the text. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, chosen, isMany, onChange, errorMessage } = props;
  const { t } = useTranslation('kit');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { choices, hasMore, said, more } = useFound(props, text, isOpen);
  const last = choices.length - 1 + (hasMore ? 1 : 0);
  const here = Math.min(at, Math.max(0, last));
  const isChosen = ({ value }: Choice) => chosen.some((one) => one.value === value);
  const drop = (choice: Choice) => onChange(chosen.filter(({ value }) => value !== choice.value));

  const choose = (choice: Choice) => {
    if (!isMany) {
      onChange([choice]);
      setOpen(false);
    } else if (isChosen(choice)) drop(choice);
    else onChange([...chosen, choice]);
    setText('');
  };
  const take = (place: number) => {
    const choice = choices[place];
    if (choice !== undefined) choose(choice);
    else if (hasMore) more();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1));
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else setAt(Math.min(last, Math.max(0, here + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      take(here);
    }
  };

  return (
    <div className="pz-search-select">
      <label htmlFor={`${id}-text`} className="pz-label">
        {label}
      </label>
      <div className="pz-search-select-box" data-invalid={errorMessage !== undefined || undefined}>
        <Chosen
          chosen={chosen}
          onDrop={(choice) => {
            drop(choice);
            field.current?.focus();
          }}
        />
        <input
          ref={field}
          id={`${id}-text`}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && last >= 0 ? `${id}-${here}` : undefined}
          aria-invalid={errorMessage !== undefined}
          aria-describedby={`${id}-said`}
          placeholder={t('list.searchChoices')}
          value={text}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onKeyDown={press}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      </div>
      <Choices
        id={id}
        label={label}
        isMany={isMany}
        isOpen={isOpen}
        choices={choices}
        hasMore={hasMore}
        here={here}
        isChosen={isChosen}
        onTake={take}
      />
      <p id={`${id}-said`} role="status" className="pz-help">
        {said}
      </p>
      {errorMessage !== undefined && <p className="pz-help pz-help-invalid">{errorMessage}</p>}
    </div>
  );
}

interface ChosenProps {
  chosen: readonly Choice[];
  onDrop: (choice: Choice) => void;
}

function Chosen({ chosen, onDrop }: ChosenProps) {
  const { t } = useTranslation('kit');
  return chosen.map((choice) => (
    <span key={choice.value} className="pz-chip">
      {choice.label}
      <button
        type="button"
        className="pz-chip-remove"
        aria-label={t('list.removeChoice', { choice: choice.label })}
        onClick={() => onDrop(choice)}
      >
        <CloseIcon size="XS" />
      </button>
    </span>
  ));
}

const MORE = 'more';

interface ChoicesProps {
  /** The id of the whole control; those of the list and its options are derived from it. */
  id: string;
  label: string;
  isMany: boolean;
  isOpen: boolean;
  choices: readonly Choice[];
  /** The last option fetches more of them. */
  hasMore: boolean;
  /** The option that Enter takes. */
  here: number;
  isChosen: (choice: Choice) => boolean;
  onTake: (place: number) => void;
}

function Choices(props: ChoicesProps) {
  const { id, isOpen, choices, hasMore, here, onTake } = props;
  const { t } = useTranslation('kit');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.children[here]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, here]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={props.label}
      aria-multiselectable={props.isMany}
      className="pz-search-select-list"
      tabIndex={-1}
      hidden={!isOpen || (choices.length === 0 && !hasMore)}
    >
      {choices.map((choice, place) => (
        <Option
          key={choice.value}
          id={`${id}-${place}`}
          isHere={place === here}
          isChosen={props.isChosen(choice)}
          onTake={() => onTake(place)}
        >
          {choice.label}
          {choice.note !== undefined && <small>{choice.note}</small>}
        </Option>
      ))}
      {hasMore && (
        <Option
          key={MORE}
          id={`${id}-${choices.length}`}
          isHere={here === choices.length}
          isChosen={false}
          onTake={() => onTake(choices.length)}
        >
          {t('list.loadMore')}
        </Option>
      )}
    </div>
  );
}

interface OptionProps {
  id: string;
  isHere: boolean;
  isChosen: boolean;
  onTake: () => void;
  children: ReactNode;
}

function Option({ id, isHere, isChosen, onTake, children }: OptionProps) {
  return (
    // The keys are handled by the text, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={isHere ? 'pz-option pz-option-here' : 'pz-option'}
      onPointerDown={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <span>{children}</span>
      {isChosen && <CheckmarkIcon size="S" />}
    </div>
  );
}
