import {
  type CostImport,
  getListingCosts,
  importListingCosts,
} from '@primazia/backend/catalog/contract';
import { queryListings } from '@primazia/backend/pricing/contract';
import { saveFile, showError, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  DownloadIcon,
  ErrorState,
  Heading,
  Skeleton,
  Text,
  toast,
} from '@primazia/kit/ui';
import { useEffect, useEffectEvent } from 'react';
import { Facts } from '../ui/facts.tsx';
import { CostsChanges, CostsFaults } from './costs-import-tables.tsx';

/** A file that a person chose. */
export interface CostsFile {
  name: string;
  csv: string;
}

interface CostsImportProps {
  file: CostsFile;
  onClose: () => void;
}

/** What an import of costs would change and what is wrong with it, by line and column; then the import itself. */
export function CostsImport({ file, onClose }: CostsImportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const check = useMutateCall(importListingCosts);
  const write = useMutateCall(importListingCosts, {
    invalidates: [getListingCosts, queryListings],
    onSuccess: (result) => {
      if (!result.written) return;
      toast('positive', t('import.written', { count: result.changes }));
      onClose();
    },
    onError: (error) => showError(t, error),
  });
  const ask = useEffectEvent(() => check.mutate({ body: { csv: file.csv, write: 'nothing' } }));
  useEffect(() => {
    if (file.csv !== '') ask();
  }, [file]);
  // Costs may change between check and import: the newer answer counts.
  const result = write.data ?? check.data;
  const save = () => {
    if (result === undefined) return;
    const how = result.badRows === 0 ? 'all_or_nothing' : 'good_rows';
    write.mutate({ body: { csv: file.csv, write: how } });
  };
  return (
    <Dialog size="L">
      <Heading>{t('import.title', { file: file.name })}</Heading>
      <Divider />
      <Content>
        {file.csv === '' && <p role="status">{t('import.empty')}</p>}
        {check.isPending && <Skeleton rows={6} />}
        {check.error !== null && <ErrorState error={check.error} onRetry={() => ask()} />}
        {result !== undefined && <ImportResult result={result} />}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={result === undefined || result.changes === 0}
          isPending={write.isPending}
          onPress={save}
        >
          {result !== undefined && result.badRows > 0
            ? t('import.write_good', {
                count: result.changes,
                number: format.integer(result.changes),
              })
            : t('import.write', {
                count: result?.changes ?? 0,
                number: format.integer(result?.changes ?? 0),
              })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

function ImportResult({ result }: { result: CostImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts: [label: string, value: string][] = [
    [t('import.rows'), format.integer(result.rows)],
    [t('import.changes'), format.integer(result.changes)],
    [t('import.unchanged'), format.integer(result.unchanged)],
    [t('import.bad_rows'), format.integer(result.badRows)],
  ];
  const ignored = result.columns.filter(({ field }) => field === null).map(({ name }) => name);
  const saveErrors = (csv: string) =>
    saveFile(t('import.errors_file'), new Blob([csv], { type: 'text/csv' }));
  const { errorsCsv } = result;
  return (
    <div className="import">
      <Facts facts={facts} />
      {ignored.length > 0 && (
        <p className="hint">{t('import.ignored', { columns: ignored.join(', ') })}</p>
      )}
      {result.sharedCount > 0 && (
        <p className="hint">{t('import.shared', { count: result.sharedCount })}</p>
      )}
      {result.faults.length > 0 && (
        <section>
          <div className="backtest__head">
            <h3>{t('import.faults')}</h3>
            {errorsCsv !== null && (
              <Button variant="secondary" onPress={() => saveErrors(errorsCsv)}>
                <DownloadIcon />
                <Text>{t('import.download_errors')}</Text>
              </Button>
            )}
          </div>
          <CostsFaults result={result} />
        </section>
      )}
      {result.items.length > 0 && (
        <section>
          <h3>{t('import.preview')}</h3>
          <CostsChanges result={result} />
        </section>
      )}
    </div>
  );
}
