import type { Download } from '@primazia/backend/kernel/endpoint';
import type { ExportBody, ExportColumn } from '@primazia/backend/kernel/export';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { usePlace, useSession } from '../context/kit-context.ts';
import { showError } from '../errors/error-text.ts';
import { CheckboxGroup } from '../form/spectrum.ts';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { saveFile } from '../query/download.ts';
import {
  Button,
  ButtonGroup,
  Checkbox,
  Content,
  Dialog,
  Heading,
  ProgressBar,
} from '../spectrum.ts';
import { cellsOf, type Progress, readExport, stampOf } from './export.ts';
import { MOST_PRINTED, print } from './print.ts';

/** Asks the server for all rows that match, as a spreadsheet. */
export type AskExport = (body: ExportBody, signal: AbortSignal) => Promise<Download>;

/** What the rows of an export are, where these are not the rows of the list. */
export interface ExportedRows {
  count: number;
  /** The text that says so. */
  text: string;
}

export interface ExportDialogProps {
  title: string;
  ask: AskExport;
  question: Omit<ExportBody, 'columns'>;
  /** The filters in words. */
  said: string;
  columns: readonly ExportColumn[];
  /** The fields that the list shows now. */
  visible: readonly string[];
  /** How many rows match, as far as the list knows. */
  total: number;
  exported?: ExportedRows | undefined;
}

type OpenExportProps = ExportDialogProps & { onClose: () => void };

type Way = 'csv' | 'print';

/** Makes the spreadsheet, and saves or prints it; `progress` is null while none is being made. */
function useExport({ title, ask, question, said, columns, onClose }: OpenExportProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { locale } = useSession();
  const { root, element } = usePlace();
  const [progress, setProgress] = useState<Progress | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const run = async (way: Way, chosen: readonly string[]) => {
    const abort = new AbortController();
    const { signal } = abort;
    control.current = abort;
    setProgress({ bytes: 0, rows: 0 });
    try {
      const body = { ...question, columns: columns.filter(({ field }) => chosen.includes(field)) };
      const content = await readExport(await ask(body, signal), signal, setProgress);
      const now = new Date();
      if (way === 'csv') saveFile(`${stampOf(now)}.csv`, content);
      else {
        const rows = cellsOf(await content.text());
        const when = format.dateTime(now.toISOString());
        const printed = {
          title,
          said: [said, when].filter(Boolean).join(' · '),
          rows,
          lang: locale,
        };
        print(printed, root instanceof ShadowRoot ? element : root.body);
      }
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'canceled') return;
      showError(t, error, way === 'csv' ? 'csv_download' : 'print');
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  };
  const cancel = () => {
    control.current?.abort();
    setProgress(null);
  };
  return { progress, run, cancel };
}

/** The choices before a list is printed or exported, and the progress. */
export function ExportDialog(props: OpenExportProps) {
  const { columns, exported, onClose } = props;
  const total = exported?.count ?? props.total;
  const { t } = useTranslation('kit');
  const [chosen, setChosen] = useState<readonly string[]>(props.visible);
  const { progress, run, cancel } = useExport(props);
  const isTooLong = total > MOST_PRINTED;
  return (
    <Dialog size="M">
      <Heading>{t('list.sheetTitle')}</Heading>
      <Content>
        {progress === null ? (
          <ExportColumns
            columns={columns}
            total={total}
            exported={exported}
            chosen={chosen}
            onChosen={setChosen}
          />
        ) : (
          <SheetProgress progress={progress} total={total} />
        )}
      </Content>
      <ButtonGroup>
        {progress === null ? (
          <>
            <Button variant="secondary" onPress={onClose}>
              {t('list.close')}
            </Button>
            <Button
              variant="secondary"
              isDisabled={chosen.length === 0 || isTooLong}
              onPress={() => void run('print', chosen)}
            >
              {t('list.print')}
            </Button>
            <Button
              variant="accent"
              isDisabled={chosen.length === 0}
              onPress={() => void run('csv', chosen)}
            >
              {t('list.download')}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onPress={cancel}>
            {t('list.cancel')}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}

interface ExportColumnsProps extends Pick<ExportDialogProps, 'columns' | 'total' | 'exported'> {
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}

function ExportColumns({ columns, total, exported, chosen, onChosen }: ExportColumnsProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  return (
    <>
      <p className="pz-help">
        {t('list.sheetRows', { count: total, shown: format.integer(total) })} {exported?.text}
      </p>
      <CheckboxGroup
        label={t('list.columns')}
        value={[...chosen]}
        onChange={onChosen}
        {...(chosen.length === 0
          ? { validationState: 'invalid' as const, errorMessage: t('faults.required') }
          : {})}
      >
        {columns.map(({ field, label }) => (
          <Checkbox key={field} value={field}>
            {label}
          </Checkbox>
        ))}
      </CheckboxGroup>
      {total > MOST_PRINTED && (
        <p className="pz-help">
          {t('list.tooLongToPrint', { most: format.integer(MOST_PRINTED) })}
        </p>
      )}
    </>
  );
}

function SheetProgress({ progress, total }: { progress: Progress; total: number }) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  return (
    <ProgressBar
      label={t('list.sheetProgress', {
        rows: format.integer(progress.rows),
        size: format.decimal(progress.bytes / 1_000_000, 1),
      })}
      value={Math.min(progress.rows, total)}
      maxValue={Math.max(1, total)}
      width="100%"
    />
  );
}
