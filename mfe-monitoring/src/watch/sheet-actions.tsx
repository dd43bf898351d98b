import {
  exportWatched,
  importWatched,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import { showError, useDownload, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import { FileTrigger } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  DownloadIcon,
  Heading,
  Text,
  UploadIcon,
} from '@primazia/kit/ui';
import { useState } from 'react';

interface Outcome {
  added: number;
  rows: readonly { row: number; text: string; link: string }[];
}

/** Exports and imports watched competitors as a spreadsheet. */
export function SheetActions() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { download, isPending } = useDownload(exportWatched);
  const bring = useMutateCall(importWatched, {
    invalidates: [watchedCompetitors],
    onSuccess: setOutcome,
    onError: (error) => showError(t, error),
  });
  const open = async (files: Iterable<File> | null) => {
    const [file] = files ?? [];
    if (file !== undefined) bring.mutate({ body: { csv: await file.text() } });
  };
  return (
    <ButtonGroup>
      <Button variant="secondary" isPending={isPending} onPress={() => download({})}>
        <DownloadIcon />
        <Text>{t('watch.export')}</Text>
      </Button>
      {mayWrite && (
        <FileTrigger
          acceptedFileTypes={['text/csv', '.csv']}
          onSelect={(files) => void open(files)}
        >
          <Button variant="secondary" isPending={bring.isPending}>
            <UploadIcon />
            <Text>{t('watch.import')}</Text>
          </Button>
        </FileTrigger>
      )}
      <DialogContainer onDismiss={() => setOutcome(null)}>
        {outcome !== null && (
          <Dialog size="M">
            <Heading>{t('watch.imported', { count: outcome.added })}</Heading>
            <Content>
              <ul className="watched-results">
                {outcome.rows.map(({ row, text, link }) => (
                  <li key={row}>
                    <code>{link}</code>
                    <span>{t('watch.row', { row, text })}</span>
                  </li>
                ))}
              </ul>
            </Content>
            <ButtonGroup>
              <Button variant="secondary" onPress={() => setOutcome(null)}>
                {t('watch.close')}
              </Button>
            </ButtonGroup>
          </Dialog>
        )}
      </DialogContainer>
    </ButtonGroup>
  );
}
