import { RecordKind, type ShippingRecord, shippingRecords } from '@primazia/backend/sales/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { AddIcon, Button, EditIcon, RemoveCircleIcon, Text } from '@primazia/kit/ui';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useRecordColumns } from '../shipping/record-columns.tsx';
import { type EditedRecord, RecordDialog } from '../shipping/record-dialog.tsx';
import { RemoveDialog } from '../shipping/remove-dialog.tsx';

const idOf = ({ id }: ShippingRecord) => id;
const nameOf = ({ name }: ShippingRecord) => name;

/** Whom the company ships from, to and with. */
export function ShippingRecordsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const tabs = useMemo(
    () => RecordKind.options.map((id) => ({ id, label: t(`records.tab.${id}`) })),
    [t],
  );
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const { shown } = useListCall(shippingRecords, {
    columns: useRecordColumns(tab === 'shipping_company'),
    tabs,
  });
  const kind = RecordKind.parse(shown.list.state.tab);
  const [edited, setEdited] = useState<EditedRecord | null>(null);
  const [removed, setRemoved] = useState<ShippingRecord | null>(null);
  const rowActions = useCallback(
    (record: ShippingRecord) =>
      mayWrite
        ? [
            {
              id: 'edit',
              label: t('records.act.edit'),
              icon: EditIcon,
              onPress: () => setEdited({ record }),
            },
            {
              id: 'remove',
              label: t('records.act.remove'),
              icon: RemoveCircleIcon,
              onPress: () => setRemoved(record),
            },
          ]
        : [],
    [mayWrite, t],
  );
  const add = mayWrite && (
    <Button variant="accent" onPress={() => setEdited({ kind })}>
      <AddIcon />
      <Text>{t(`records.new.${kind}`)}</Text>
    </Button>
  );
  const hasNone = shown.list.state.search === '' && shown.result.data?.totalElements === 0;
  return (
    <>
      <ListPage
        id="shipping-records"
        title={t('records.title')}
        // An empty page has the one next step in its middle.
        actions={hasNone ? null : add}
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        searchLabel={t('records.search')}
        rowActions={rowActions}
        empty={{ title: t(`records.empty.${kind}`), text: t('records.empty_text'), action: add }}
      />
      <RecordDialog edited={edited} onClose={() => setEdited(null)} />
      <RemoveDialog record={removed} onClose={() => setRemoved(null)} />
    </>
  );
}
