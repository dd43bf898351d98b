import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { SearchIcon } from '../icons.ts';
import type { ListHandle } from './use-list-state.ts';

const WAIT_MS = 300;
const MAX_LENGTH = 200;

interface SearchBoxProps {
  list: ListHandle;
  label: string;
  field: RefObject<HTMLInputElement | null>;
}

/** Searches a moment after the last keystroke, or at once on Enter. */
export function SearchBox({ list, label, field }: SearchBoxProps) {
  const { change } = list;
  const searched = list.state.search;
  const [text, setText] = useState(searched);
  const [known, setKnown] = useState(searched);
  // The URL was changed from elsewhere (Back, 'clear all'): the field follows. It ignores its own changes.
  if (searched !== known) {
    setKnown(searched);
    setText(searched);
  }
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === known) return;
    const timer = setTimeout(() => {
      setKnown(wanted);
      change({ search: wanted }, { replace: true });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [wanted, known, change]);

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || wanted === known) return;
    setKnown(wanted);
    change({ search: wanted }, { replace: true });
  };
  return (
    <label className="pz-search">
      <SearchIcon size="S" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
      />
      <span className="pz-key" aria-hidden="true">
        /
      </span>
    </label>
  );
}
