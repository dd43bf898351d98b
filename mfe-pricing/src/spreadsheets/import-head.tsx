import { failedSheet, type Sheet } from '@primazia/backend/pricing/contract';
import { useDownload, useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import {
  Ago,
  Button,
  Content,
  DialogContainer,
  Heading,
  InlineAlert,
  Text,
  UndoIcon,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WorkProgress, WorkStateTag } from '../long-work/work-progress.tsx';
import { FormatMenu } from './downloads-card.tsx';
import { FaultText } from './row-cells.tsx';
import { isUndoable, UndoImportDialog, useImportActions } from './use-import-actions.tsx';

/** The progress of a file, what it would change or changed, and its actions. */
export function ImportHead({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { apply, cancel, undo } = useImportActions();
  const params = { id: sheet.id };
  const stop = () => cancel.mutate({ params });
  return (
    <div className="sheets__head">
      <p className="sheets__facts">
        <WorkStateTag state={sheet.state} />
        <span className="muted">
          {sheet.personName ?? t('sheets.nobody')} · <Ago at={sheet.createdAt} /> ·{' '}
          {sheet.format.toUpperCase()}
        </span>
      </p>
      <WorkProgress
        work={sheet}
        unit="rows"
        isCanceling={cancel.isPending}
        {...(mayWrite && { onCancel: stop })}
      />
      <FileTrouble sheet={sheet} />
      {sheet.state === 'previewed' && (
        <Choice
          sheet={sheet}
          isApplying={apply.isPending}
          isCanceling={cancel.isPending}
          onApply={() =>
            apply.mutate({ params, body: { rows: sheet.counts.wrong > 0 ? 'good' : 'all' } })
          }
          onCancel={stop}
        />
      )}
      <Outcome sheet={sheet} isUndoing={undo.isPending} onUndo={() => undo.mutate({ params })} />
      {sheet.fault === null && <Ignored sheet={sheet} />}
    </div>
  );
}

/** Why a file has no rows to show. */
function FileTrouble({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fault, state, counts } = sheet;
  if (state !== 'failed' || counts.written > 0) return null;
  return (
    <InlineAlert variant="negative">
      <Heading>{t(fault === null ? 'sheets.broken.title' : 'sheets.unread.title')}</Heading>
      <Content>
        <p>
          {fault === null ? (
            t('sheets.broken.text')
          ) : (
            <>
              {fault.line !== null &&
                `${t('sheets.row.line', { line: format.integer(fault.line) })}: `}
              <FaultText fault={fault} currency={null} />
            </>
          )}
        </p>
        <Link to="/planilhas-de-regras">{t('sheets.another')}</Link>
      </Content>
    </InlineAlert>
  );
}

interface ChoiceProps {
  sheet: Sheet;
  isApplying: boolean;
  isCanceling: boolean;
  onApply: () => void;
  onCancel: () => void;
}

/** Nothing is written yet: which rows can be applied, and why not all of them. */
function Choice({ sheet, isApplying, isCanceling, onApply, onCancel }: ChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const { made, changed, wrong } = sheet.counts;
  const count = made + changed;
  const number = format.integer(count);
  return (
    <div className="sheets__choice">
      <p>
        {count === 0
          ? t('sheets.choice.nothing')
          : t('sheets.choice.would', {
              made: t('sheets.choice.made', { count: made, number: format.integer(made) }),
              changed: t('sheets.choice.changed', {
                count: changed,
                number: format.integer(changed),
              }),
            })}{' '}
        {wrong > 0 &&
          t(count === 0 ? 'sheets.choice.only_wrong' : 'sheets.choice.wrong', {
            count: wrong,
            number: format.integer(wrong),
          })}
      </p>
      {mayWrite ? (
        <div className="sheets__buttons">
          {count > 0 && (
            <Button
              variant="accent"
              isPending={isApplying}
              isDisabled={isCanceling}
              onPress={onApply}
            >
              {t(wrong > 0 ? 'sheets.choice.apply_good' : 'sheets.choice.apply_all', {
                count,
                number,
              })}
            </Button>
          )}
          <FailedRows sheet={sheet} />
          <Button
            variant="secondary"
            isPending={isCanceling}
            isDisabled={isApplying}
            onPress={onCancel}
          >
            {t('sheets.choice.discard')}
          </Button>
        </div>
      ) : (
        <>
          <p className="hint">{t('sheets.no_write')}</p>
          <FailedRows sheet={sheet} />
        </>
      )}
    </div>
  );
}

/** The wrong rows as a file of their own, with the reason beside each. */
function FailedRows({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { download, isPending } = useDownload(failedSheet);
  const { wrong } = sheet.counts;
  if (wrong === 0) return null;
  return (
    <FormatMenu
      label={t('sheets.failed', { count: wrong, number: format.integer(wrong) })}
      isPending={isPending}
      onChoose={(form) => download({ params: { id: sheet.id }, query: { format: form } })}
    />
  );
}

interface OutcomeProps {
  sheet: Sheet;
  isUndoing: boolean;
  onUndo: () => void;
}

/** The outcome of a finished import, and its undo. */
function Outcome({ sheet, isUndoing, onUndo }: OutcomeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const [isAsking, setAsking] = useState(false);
  const { state, counts } = sheet;
  if (!['done', 'canceled', 'failed', 'undone'].includes(state)) return null;
  if (state === 'failed' && counts.written === 0) return null;
  const numbers = (count: number) => ({ count, number: format.integer(count) });
  const said =
    state === 'undone'
      ? [
          t('sheets.over.restored', numbers(counts.restored)),
          ...(counts.notRestored > 0
            ? [t('sheets.over.not_restored', numbers(counts.notRestored))]
            : []),
        ]
      : [
          counts.written === 0
            ? t('sheets.over.nothing')
            : t('sheets.over.written', numbers(counts.written)),
          ...(counts.wrong > 0 ? [t('sheets.over.wrong', numbers(counts.wrong))] : []),
        ];
  return (
    <div className="sheets__choice">
      <p role="status">{said.join(' ')}</p>
      <div className="sheets__buttons">
        {mayWrite && isUndoable(sheet) && (
          <Button variant="secondary" isPending={isUndoing} onPress={() => setAsking(true)}>
            <UndoIcon />
            <Text>{t('sheets.undo.do', numbers(counts.written))}</Text>
          </Button>
        )}
        <FailedRows sheet={sheet} />
      </div>
      <DialogContainer onDismiss={() => setAsking(false)}>
        {isAsking && <UndoImportDialog sheet={sheet} onConfirm={onUndo} />}
      </DialogContainer>
    </div>
  );
}

/** Columns of the file that are ignored. */
function Ignored({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const names = sheet.columns.filter(({ field }) => field === null).map(({ name }) => name);
  const named = names.filter((name) => name !== '');
  if (named.length === 0) return null;
  return (
    <p className="hint">
      {t('sheets.ignored', { count: named.length, columns: named.join(', ') })}
    </p>
  );
}
