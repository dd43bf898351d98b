import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ArrowDownIcon, ArrowUpIcon, PinOffIcon, PinOnIcon } from '../icons.ts';
import { ActionButton, Checkbox } from '../spectrum.ts';
import { moved, placed } from './preferences.ts';

export interface ChosenColumn {
  id: string;
  header: string;
  isVisible: boolean;
  isPinned: boolean;
  show: (isShown: boolean) => void;
  pin: (isPinned: boolean) => void;
}

interface ColumnChooserProps {
  /** In their order; all but the first one, which always is first. */
  columns: readonly ChosenColumn[];
  onOrder: (ids: string[]) => void;
}

/** Chooses which columns a list shows, in which order, and which of them are pinned: by keys or by dragging. */
export function ColumnChooser({ columns, onOrder }: ColumnChooserProps) {
  const { t } = useTranslation('kit');
  const list = useRef<HTMLUListElement>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  const [pressed, setPressed] = useState<{ id: string; step: -1 | 1 } | null>(null);
  const [said, setSaid] = useState('');
  const ids = columns.map(({ id }) => id);
  const order = ids.join();

  // A button that moves with its row loses the focus on the way.
  useEffect(() => {
    if (pressed === null || order === '') return;
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-moves="${pressed.id}"]`) ?? []),
    ];
    const [up, down] = buttons;
    const wanted = pressed.step === -1 ? up : down;
    (wanted?.disabled ? buttons.find((button) => !button.disabled) : wanted)?.focus();
  }, [pressed, order]);

  const move = ({ id, header }: ChosenColumn, step: -1 | 1) => {
    const next = moved(ids, id, step);
    onOrder(next);
    setPressed({ id, step });
    setSaid(
      t('list.columnMoved', { column: header, place: next.indexOf(id) + 2, of: ids.length + 1 }),
    );
  };
  /** A pinned column stays among the pinned ones, and the others among the others. */
  const mayMove = (place: number, step: -1 | 1) => {
    const [here, there] = [columns[place], columns[place + step]];
    return here !== undefined && there !== undefined && here.isPinned === there.isPinned;
  };
  return (
    <>
      <ul ref={list} className="pz-columns" aria-label={t('list.columns')}>
        {columns.map((column, place) => (
          <li
            key={column.id}
            draggable
            data-drawn={column.id === drawn || undefined}
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', column.id);
              event.dataTransfer.effectAllowed = 'move';
              setDrawn(column.id);
            }}
            onDragEnd={() => setDrawn(null)}
            onDragOver={(event) => {
              const moving = columns.find(({ id }) => id === drawn);
              if (moving === undefined || moving.isPinned !== column.isPinned) return;
              event.preventDefault();
              if (moving !== column) onOrder(placed(ids, moving.id, column.id));
            }}
          >
            <Checkbox isSelected={column.isVisible} onChange={column.show} flex>
              {column.header}
            </Checkbox>
            <ActionButton
              isQuiet
              aria-label={t(column.isPinned ? 'list.unpin' : 'list.pin', {
                column: column.header,
              })}
              onPress={() => column.pin(!column.isPinned)}
            >
              {column.isPinned ? <PinOnIcon size="S" /> : <PinOffIcon size="S" />}
            </ActionButton>
            <ActionButton
              isQuiet
              data-moves={column.id}
              aria-label={t('list.moveUp', { column: column.header })}
              isDisabled={!mayMove(place, -1)}
              onPress={() => move(column, -1)}
            >
              <ArrowUpIcon size="S" />
            </ActionButton>
            <ActionButton
              isQuiet
              data-moves={column.id}
              aria-label={t('list.moveDown', { column: column.header })}
              isDisabled={!mayMove(place, 1)}
              onPress={() => move(column, 1)}
            >
              <ArrowDownIcon size="S" />
            </ActionButton>
          </li>
        ))}
      </ul>
      <p role="status" className="pz-hidden">
        {said}
      </p>
    </>
  );
}
