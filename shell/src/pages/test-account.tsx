import {
  type TestAccount,
  testIdentity,
  testPrice,
  testPriceWrite,
  testSetPrice,
  testSkus,
} from '@primazia/backend/catalog/contract';
import {
  errorText,
  MISSING,
  useFormat,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { PriceField } from '@primazia/kit/form';
import {
  Ago,
  AlertCircleIcon,
  Button,
  CheckmarkCircleIcon,
  Item,
  Picker,
  RefreshIcon,
  ScrollRegion,
  Skeleton,
  Text,
} from '@primazia/kit/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Facts } from './test-facts.tsx';

/** The pause before a write that is pending is asked for again, in milliseconds. */
const PENDING_MS = 3_000;

interface AccountProps {
  account: TestAccount;
  /** Fetches the account again, with its last webhooks. */
  onRefresh: () => void;
}

/** What the marketplace answers for one account at this moment, and the webhooks that came for it. */
export function AccountTests({ account, onRefresh }: AccountProps) {
  const { t } = useTranslation();
  const { id, token, received } = account;
  return (
    <>
      <Part title={t('test_page.token.title')}>
        {token === null ? <p>{t('test_page.token.none')}</p> : <Token token={token} />}
      </Part>
      {token !== null && (
        <>
          <Part title={t('test_page.identity.title')}>
            <Identity accountId={id} />
          </Part>
          <Part title={t('test_page.price.title')}>
            <Skus accountId={id} />
          </Part>
        </>
      )}
      <Part title={t('test_page.received.title')}>
        <Received received={received} onRefresh={onRefresh} />
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="test-page__part">
    <h4>{title}</h4>
    {children}
  </section>
);

/** A call that failed, with the marketplace's own words. */
function Failed({ error }: { error: Error }) {
  const { t } = useTranslation();
  const text = errorText(t, error);
  return (
    <p role="alert" className="test-page__failed">
      <AlertCircleIcon size="S" aria-hidden="true" />
      <span>
        {text}
        {error.message !== text && <code>{error.message}</code>}
      </span>
    </p>
  );
}

function Token({ token }: { token: NonNullable<TestAccount['token']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Facts facts={[[t('test_page.token.ends'), format.dateTime(token.endsAt)]]} />
      {token.scopes === null ? (
        <p className="remark">{t('test_page.token.untold')}</p>
      ) : (
        <ul className="test-page__codes" aria-label={t('test_page.token.scopes')}>
          {token.scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Identity({ accountId }: { accountId: number }) {
  const { t } = useTranslation();
  const { data, error } = useQueryCall(testIdentity, { params: { accountId } });
  if (error !== null) return <Failed error={error} />;
  if (data === undefined) return <Skeleton rows={3} />;
  if (data.identity === null) return <p>{t('test_page.identity.none')}</p>;
  const { sellerId, name, channelId } = data.identity;
  return (
    <Facts
      facts={[
        [t('test_page.identity.seller'), <code key="seller">{sellerId}</code>],
        [t('test_page.identity.name'), name ?? MISSING],
        [t('test_page.identity.channel'), channelId ? <code key="id">{channelId}</code> : MISSING],
      ]}
    />
  );
}

/** One page of SKUs, and the price of the chosen one. */
function Skus({ accountId }: { accountId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQueryCall(testSkus, { params: { accountId } });
  const [chosen, setChosen] = useState<string | null>(null);
  if (error !== null) return <Failed error={error} />;
  if (data === undefined) return <Skeleton rows={3} />;
  const [first] = data.skus;
  if (first === undefined) return <p>{t('test_page.price.none')}</p>;
  const sku = chosen ?? first;
  return (
    <>
      <Picker
        label={t('test_page.price.sku')}
        description={t('test_page.price.skus', {
          count: data.skus.length,
          amount: format.integer(data.skus.length),
        })}
        items={data.skus.map((id) => ({ id }))}
        selectedKey={sku}
        onSelectionChange={(key) => setChosen(String(key))}
        width="100%"
      >
        {({ id }) => <Item>{id}</Item>}
      </Picker>
      <Price key={sku} accountId={accountId} sku={sku} />
    </>
  );
}

function Price({ accountId, sku }: { accountId: number; sku: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const shown = useQueryCall(
    testPrice,
    { params: { accountId }, query: { sku } },
    { keepPrevious: false },
  );
  const [typed, setTyped] = useState<number | null>(null);
  const send = useMutateCall(testSetPrice, { invalidates: [testPrice] });
  if (shown.error !== null) return <Failed error={shown.error} />;
  if (shown.data === undefined) return <Skeleton rows={3} />;
  const { price, currencyCode } = shown.data;
  const answer = send.data;
  return (
    <>
      <Facts facts={[[t('test_page.price.shown'), format.money(price, currencyCode)]]} />
      {mayWrite && (
        <form
          className="test-page__form"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== null) send.mutate({ params: { accountId }, body: { sku, price: typed } });
          }}
        >
          <PriceField
            label={t('test_page.price.wanted')}
            description={t('test_page.price.warning')}
            currency={currencyCode}
            value={typed}
            onChange={setTyped}
          />
          <Button
            variant="primary"
            type="submit"
            isDisabled={typed === null || typed === 0 || send.isPending}
          >
            {t('test_page.price.send')}
          </Button>
        </form>
      )}
      {send.error !== null && <Failed error={send.error} />}
      {answer && (
        <div role="status">
          <Facts
            facts={[
              [t('test_page.price.answer'), t(`test_page.price.outcomes.${answer.outcome}`)],
              ...(answer.code === null
                ? []
                : [said(t('test_page.price.words'), answer.code, answer.message)]),
              ...(answer.outcome === 'accepted'
                ? [
                    [
                      t('test_page.price.trace'),
                      answer.trace ? <code key="trace">{answer.trace}</code> : MISSING,
                    ] as const,
                  ]
                : []),
            ]}
          />
          {answer.trace !== null && (
            <TraceEnd accountId={accountId} trace={answer.trace} onEnd={shown.refetch} />
          )}
        </div>
      )}
    </>
  );
}

/** The marketplace's code and words. */
const said = (name: string, code: string, message: string | null) =>
  [
    name,
    <span key="words">
      <code>{code}</code> {message}
    </span>,
  ] as const;

interface TraceEndProps {
  accountId: number;
  trace: string;
  onEnd: () => void;
}

/** How a write ended, by its trace, which is asked for until it shows that. */
function TraceEnd({ accountId, trace, onEnd }: TraceEndProps) {
  const { t } = useTranslation();
  const { data, error, refetch, dataUpdatedAt } = useQueryCall(
    testPriceWrite,
    { params: { accountId }, query: { trace } },
    { keepPrevious: false },
  );
  const state = data?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the next pause.
  useEffect(() => {
    if (state !== 'pending') return;
    const timer = setTimeout(refetch, PENDING_MS);
    return () => clearTimeout(timer);
  }, [state, refetch, dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end.
  useEffect(() => {
    if (state === 'done') onEnd();
  }, [state]);
  if (error !== null) return <Failed error={error} />;
  if (data === undefined) return null;
  return (
    <Facts
      facts={[
        [t('test_page.price.end'), t(`test_page.price.ends.${data.state}`)],
        ...(data.code === null ? [] : [said(t('test_page.price.words'), data.code, data.message)]),
      ]}
    />
  );
}

/** The last webhooks, and what the proof of each came to. */
function Received({
  received,
  onRefresh,
}: {
  received: TestAccount['received'];
  onRefresh: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {received.length === 0 ? (
        <p>{t('test_page.received.none')}</p>
      ) : (
        <ScrollRegion label={t('test_page.received.title')}>
          <table className="test-page__received" aria-label={t('test_page.received.title')}>
            <thead>
              <tr>
                {['at', 'topic', 'proof'].map((column) => (
                  <th key={column} scope="col">
                    {t(`test_page.received.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {received.map(({ receivedAt, topic, proof }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several may come at one moment.
                <tr key={`${receivedAt} ${at}`}>
                  <td>
                    <Ago at={receivedAt} />
                  </td>
                  <td>
                    <code>{topic}</code>
                  </td>
                  <td data-works={proof === 'proven'}>
                    {proof === 'proven' ? (
                      <CheckmarkCircleIcon size="S" aria-hidden="true" />
                    ) : (
                      <AlertCircleIcon size="S" aria-hidden="true" />
                    )}
                    <span>{t(`test_page.received.proofs.${proof}`)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Button variant="secondary" justifySelf="start" onPress={onRefresh}>
        <RefreshIcon />
        <Text>{t('test_page.received.refresh')}</Text>
      </Button>
    </>
  );
}
