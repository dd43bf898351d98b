import type { RuleStatus } from '@primazia/backend/pricing/contract';
import {
  AlertIcon,
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  StatusTag,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AdsOfRule } from './ads-of-rule.tsx';
import { type RuleValues, USUAL_CURRENCY } from './fields.ts';
import type { RuleAnswers } from './rule-answers.ts';
import { RuleStatusTag } from './rule-cell.tsx';
import type { DraftAds } from './use-draft-ads.ts';
import type { Example } from './use-example.ts';
import { type RuleFormOptions, useRuleForm } from './use-rule-form.tsx';

const TABS = ['configuracao', 'anuncios'] as const;
type RuleTabId = (typeof TABS)[number];

/** The first tab is the one that the address does not name: a tab is marked where its address is the page's. */
const searchOf = (tab: RuleTabId) => (before: object) => ({
  ...before,
  aba: tab === 'configuracao' ? undefined : tab,
});

interface RulePageProps
  extends Omit<RuleFormOptions, 'listing' | 'currencyCode' | 'listingIds' | 'examples'> {
  title: string;
  ads: DraftAds;
  /** The ad by which the rule is shown. */
  example: Example;
  /** Of a rule that is stored. */
  status?: RuleStatus;
  saveLabel: string;
  /** It takes the place of a form that had the focus: its button has it now. */
  takesFocus?: boolean;
  /** Buttons of the page, at its head. */
  actions?: ReactNode;
  /** What one should know of the rule before its form. */
  notice?: ReactNode;
}

/** A rule as a page: its form with the preview beside it, its ads, and what saving it will do. */
export function RulePage(props: RulePageProps) {
  const { title, ads, example, status, saveLabel, takesFocus = false, ...others } = props;
  const { actions, notice, ...options } = others;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { aba } = useSearch({ strict: false }) as { aba?: RuleTabId };
  const tab = aba ?? 'configuracao';
  const open = (next: RuleTabId) => navigate({ to: '.', search: searchOf(next), replace: true });
  const { listing } = example;
  const [lacksAds, setLacksAds] = useState(false);
  const isReadOnly = status === 'archived';

  const save = (values: RuleValues) => {
    if (ads.ids.length > 0) return options.onSave(values);
    setLacksAds(true);
    void open('anuncios');
  };
  const form = useRuleForm({
    ...options,
    onSave: save,
    listing,
    currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
    listingIds: ads.ids,
    examples: example.examples,
    page: {
      isUnsaved: ads.isChanged,
      isReadOnly,
      onRefused: () => void open('configuracao'),
      noAds: (
        <NoPreview
          hasAds={ads.ids.length > 0}
          isReadOnly={isReadOnly}
          example={example}
          onChoose={() => void open('anuncios')}
        />
      ),
    },
  });

  return (
    <section className="rule-page">
      <nav className="rule-page__crumbs" aria-label={t('rules.crumbs')}>
        <Link to="/regras-de-precificacao">{t('rules.title')}</Link>
      </nav>
      <header className="rule-page__head">
        <h1>{title}</h1>
        {status !== undefined && <RuleStatusTag status={status} />}
        {actions !== undefined && <div className="rule-page__actions">{actions}</div>}
      </header>
      {notice}
      <Tabs ads={ads.ids.length} />
      {/* Out of sight it keeps what is typed. */}
      <div className="rule rule-page__rule" hidden={tab !== 'configuracao'}>
        <div className="rule__form">
          <h2 className="pz-hidden">{t('rules.configuration')}</h2>
          {form.main}
        </div>
        {form.aside}
      </div>
      {tab === 'anuncios' && (
        <>
          {lacksAds && ads.ids.length === 0 && (
            <p className="caution" role="alert">
              <AlertIcon size="S" />
              <span>{t('rules.ads.needed')}</span>
            </p>
          )}
          <AdsOfRule
            ads={ads}
            countryCode={listing?.countryCode ?? null}
            mayWrite={form.mayWrite}
          />
        </>
      )}
      {form.dialogs}
      {form.mayWrite && (
        <footer className="rule-page__bar">
          <Effect answers={form.answers} ads={ads} />
          <Button
            variant="accent"
            type="submit"
            form={form.id}
            autoFocus={takesFocus}
            isPending={options.isSaving || form.isChecking}
          >
            {saveLabel}
          </Button>
        </footer>
      )}
    </section>
  );
}

/** The tabs of the page; `ads`: so many stand in the second one. */
function Tabs({ ads }: { ads: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toTab = (id: RuleTabId, content: ReactNode) => (
    <Link
      to="."
      search={searchOf(id)}
      replace
      className="pz-tab"
      activeOptions={{ explicitUndefined: true }}
    >
      {content}
    </Link>
  );
  return (
    <nav className="pz-tabs" aria-label={t('rules.tabs')}>
      {toTab('configuracao', t('rules.configuration'))}
      {toTab(
        'anuncios',
        <>
          {t('rules.column.ads')}
          <span className="pz-tab-count">{format.integer(ads)}</span>
        </>,
      )}
    </nav>
  );
}

interface NoPreviewProps {
  hasAds: boolean;
  isReadOnly: boolean;
  example: Example;
  /** Goes to where ads are chosen. */
  onChoose: () => void;
}

/** In place of the preview as long as there is no ad to show the rule by. */
function NoPreview({ hasAds, isReadOnly, example, onChoose }: NoPreviewProps) {
  const { t } = useTranslation();
  return (
    <aside className="preview" aria-label={t('preview.title')}>
      {!hasAds ? (
        <EmptyState
          kind="nothing-yet"
          title={t('rules.ads.none')}
          text={t(isReadOnly ? 'rules.archived_text' : 'rules.ads.none_preview')}
          {...(isReadOnly
            ? {}
            : {
                action: (
                  <Button variant="primary" onPress={onChoose}>
                    {t('rules.ads.choose')}
                  </Button>
                ),
              })}
        />
      ) : example.error === null ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState error={example.error} onRetry={example.retry} />
      )}
    </aside>
  );
}

/** What saving will do: how many ads it is about, how many prices move, how many fall under what a sale costs. */
function Effect({ answers, ads }: { answers: RuleAnswers; ads: DraftAds }) {
  const { t } = useTranslation();
  const { selection, rule } = answers;
  const underCost = selection?.warnings.find(({ code }) => code === 'under_cost')?.count ?? 0;
  const said = [
    t('rules.affects', { count: ads.ids.length }),
    ...(ads.added > 0 ? [t('rules.coming_in', { count: ads.added })] : []),
    ...(ads.removed > 0 ? [t('rules.going_out', { count: ads.removed })] : []),
    ...(selection === undefined || rule.status !== 'enabled'
      ? []
      : [t('rules.would_change', { count: selection.changes })]),
  ];
  return (
    <p className="rule-page__effect" role="status">
      {ads.ids.length + ads.removed > 0 && <span>{said.join(' · ')}</span>}
      {underCost > 0 && (
        <StatusTag tone="negative" icon={AlertIcon}>
          {t('rules.under_cost_count', { count: underCost })}
        </StatusTag>
      )}
    </p>
  );
}
