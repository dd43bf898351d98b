import {
  AdviceKind,
  AdviceTab,
  queryRecommendations,
  type Recommendation,
} from '@primazia/backend/insights/contract';
import { useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { ActionButton, DialogContainer, EmptyState } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { AcceptDialog } from '../advice/accept-dialog.tsx';
import { useAdviceColumns } from '../advice/columns.tsx';
import { AdviceDetails } from '../advice/details.tsx';
import { Evaluated } from '../advice/evaluated.tsx';
import { useAdviceActs } from '../advice/use-advice-acts.ts';

const idOf = ({ id }: Recommendation) => id;
const nameOf = ({ title, code }: Recommendation) => (code === null ? title : `${title}, ${code}`);
const detailsOf = (row: Recommendation) => <AdviceDetails row={row} />;
const canAccept = ({ state, isDoneHere }: Recommendation) => state === 'open' && isDoneHere;

/** The page of one kind of recommendation, or of all of them. @param recommendation a kind, or `all` */
export function RecommendationsPage({ recommendation }: { recommendation: string }) {
  const { t } = useTranslation();
  const kind = AdviceKind.safeParse(recommendation).data;
  if (kind !== undefined || recommendation === 'all') return <Recommendations kind={kind} />;
  return (
    <EmptyState
      kind="nothing-found"
      title={t('advice.unknown')}
      text={t('advice.unknown_text')}
      action={<Link to="/recommendation-funil">{t('advice.to_funnel')}</Link>}
    />
  );
}

/** Advice of one kind, or of all: the reason, the effect, and the actions. */
function Recommendations({ kind }: { kind: AdviceKind | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const tabs = useMemo(
    () => AdviceTab.options.map((id) => ({ id, label: t(`advice.tab.${id}`) })),
    [t],
  );
  const { shown } = useListCall(queryRecommendations, {
    ...useAdviceColumns(kind !== undefined),
    tabs,
    ask: () => ({ query: kind === undefined ? {} : { kind } }),
  });
  const [ticked, setTicked] = useState<readonly Recommendation[]>([]);
  const [accepting, setAccepting] = useState<readonly Recommendation[] | null>(null);
  const onAccept = useCallback((row: Recommendation) => setAccepting([row]), []);
  const rowActions = useAdviceActs(onAccept);
  const { data } = shown.result;
  const acceptable = ticked.filter(canAccept);
  const title = kind === undefined ? t('advice.title') : t(`advice.kind.${kind}`);
  return (
    <>
      <ListPage
        id="recommendations"
        title={title}
        notice={
          <div className="advice__notice">
            <Link to="/recommendation-funil">{t('advice.to_funnel')}</Link>
            {data?.totals.map(({ currencyCode, value }) => (
              <strong key={currencyCode}>
                {t('advice.total', { amount: format.signedMoney(value, currencyCode) })}
              </strong>
            ))}
            {data !== undefined && <Evaluated at={data.evaluatedAt} />}
          </div>
        }
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        rowActions={rowActions}
        details={detailsOf}
        detailsLabel={t('advice.how')}
        {...(mayWrite && {
          selection: {
            rows: ticked,
            onChange: setTicked,
            actions: (
              <ActionButton
                isDisabled={acceptable.length === 0}
                onPress={() => setAccepting(acceptable)}
              >
                {t('advice.accept', { count: acceptable.length })}
              </ActionButton>
            ),
          },
        })}
        empty={{ title: t('advice.empty'), text: t('advice.empty_text') }}
      />
      <DialogContainer onDismiss={() => setAccepting(null)}>
        {accepting !== null && (
          <AcceptDialog
            rows={accepting}
            onDone={() => setTicked([])}
            onClose={() => setAccepting(null)}
          />
        )}
      </DialogContainer>
    </>
  );
}
