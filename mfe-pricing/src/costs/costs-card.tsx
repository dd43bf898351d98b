import { toCsv } from '@primazia/backend/kernel/csv';
import { saveFile, useMayWrite, useTranslation } from '@primazia/kit';
import { FileTrigger } from '@primazia/kit/form';
import { Button, ButtonGroup, DialogContainer, DownloadIcon, Text, toast } from '@primazia/kit/ui';
import { useState } from 'react';
import { type CostsFile, CostsImport } from './costs-import.tsx';
import { readText } from './read-text.ts';

const COLUMNS = ['sku', 'cost', 'tax', 'fee_percent', 'fee_fixed'] as const;

/** Costs of many listings from a spreadsheet: the template, and the import, which first shows what would change. */
export function CostsCard() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [file, setFile] = useState<CostsFile | null>(null);
  const open = async (files: FileList | null) => {
    const file = files?.item(0);
    if (!file) return;
    try {
      setFile({ name: file.name, csv: readText(await file.arrayBuffer()) });
    } catch {
      toast('negative', t('import.unreadable'));
    }
  };
  const saveTemplate = () => {
    const csv = toCsv(COLUMNS.map((column) => t(`import.template.${column}`)));
    saveFile(t('import.template.file'), new Blob([csv], { type: 'text/csv' }));
  };
  return (
    <section className="card" aria-labelledby="costs-card">
      <h2 id="costs-card">{t('import.card')}</h2>
      <p className="hint">{t('import.card_text')}</p>
      <ButtonGroup>
        <Button variant="secondary" onPress={saveTemplate}>
          <DownloadIcon />
          <Text>{t('import.template.download')}</Text>
        </Button>
        {mayWrite && (
          <FileTrigger
            acceptedFileTypes={['text/csv', '.csv']}
            onSelect={(files) => void open(files)}
          >
            <Button variant="primary">{t('import.choose')}</Button>
          </FileTrigger>
        )}
      </ButtonGroup>
      <DialogContainer onDismiss={() => setFile(null)} isDismissable={false}>
        {file !== null && <CostsImport file={file} onClose={() => setFile(null)} />}
      </DialogContainer>
    </section>
  );
}
