import type { RuleStatus } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { AlertIcon, Button, EmptyState, ErrorState, Skeleton, StatusTag } from '@primazia/kit/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type RuleValues, USUAL_CURRENCY } from '../rule/fields.ts';
import { RuleStatusTag } from '../rule/rule-cell.tsx';
import { ListingsOfRule } from './listings-of-rule.tsx';
import type { RuleAnswers } from './rule-answers.ts';
import type { DraftListings } from './use-draft-listings.ts';
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
  listings: DraftListings;
  /** The listing by which the rule is shown. */
  example: Example;
  /** Of a rule that is stored. */
  status?: RuleStatus;
  saveLabel: string;
  /** It takes the place of a form that had the focus: its button has it now. */
  takesFocus?: boolean;
  /** Buttons of the page, at its head. */
  actions?: ReactNode;
  /** A notice about the rule above its form. */
  notice?: ReactNode;
}

/** A rule as a page: its form with the preview beside it, its listings, and what saving it will do. */
export function RulePage(props: RulePageProps) {
  const { title, listings, example, status, saveLabel, takesFocus = false, ...others } = props;
  const { actions, notice, ...options } = others;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { aba } = useSearch({ strict: false }) as { aba?: RuleTabId };
  const tab = aba ?? 'configuracao';
  const open = (next: RuleTabId) => navigate({ to: '.', search: searchOf(next), replace: true });
  const { listing } = example;
  const [lacksListings, setLacksListings] = useState(false);
  const isReadOnly = status === 'archived';

  const save = (values: RuleValues) => {
    if (listings.ids.length > 0) return options.onSave(values);
    setLacksListings(true);
    void open('anuncios');
  };
  const form = useRuleForm({
    ...options,
    onSave: save,
    listing,
    currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
    listingIds: listings.ids,
    examples: example.examples,
    page: {
      isUnsaved: listings.isChanged,
      isReadOnly,
      onRefused: () => void open('configuracao'),
      noListings: (
        <NoPreview
          hasListings={listings.ids.length > 0}
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
      <Tabs listings={listings.ids.length} />
      {/* Hidden, it keeps its input. */}
      <div className="rule rule-page__rule" hidden={tab !== 'configuracao'}>
        <div className="rule__form">
          <h2 className="pz-hidden">{t('rules.configuration')}</h2>
          {form.main}
        </div>
        {form.aside}
      </div>
      {tab === 'anuncios' && (
        <>
          {lacksListings && listings.ids.length === 0 && (
            <p className="caution" role="alert">
              <AlertIcon size="S" />
              <span>{t('rules.listings.needed')}</span>
            </p>
          )}
          <ListingsOfRule
            listings={listings}
            countryCode={listing?.countryCode ?? null}
            mayWrite={form.mayWrite}
          />
        </>
      )}
      {form.dialogs}
      {form.mayWrite && (
        <footer className="rule-page__bar">
          <Effect answers={form.answers} listings={listings} />
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

/** The tabs of the page; `listings`: so many are on the second one. */
function Tabs({ listings }: { listings: number }) {
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
          {t('rules.column.listings')}
          <span className="pz-tab-count">{format.integer(listings)}</span>
        </>,
      )}
    </nav>
  );
}

interface NoPreviewProps {
  hasListings: boolean;
  isReadOnly: boolean;
  example: Example;
  /** Goes to where listings are chosen. */
  onChoose: () => void;
}

/** In place of the preview as long as there is no listing to show the rule by. */
function NoPreview({ hasListings, isReadOnly, example, onChoose }: NoPreviewProps) {
  const { t } = useTranslation();
  return (
    <aside className="preview" aria-label={t('preview.title')}>
      {!hasListings ? (
        <EmptyState
          kind="nothing-yet"
          title={t('rules.listings.none')}
          text={t(isReadOnly ? 'rules.archived_text' : 'rules.listings.none_preview')}
          {...(isReadOnly
            ? {}
            : {
                action: (
                  <Button variant="primary" onPress={onChoose}>
                    {t('rules.listings.choose')}
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

/** What saving will do: how many listings it affects, how many prices change, how many fall below their cost. */
function Effect({ answers, listings }: { answers: RuleAnswers; listings: DraftListings }) {
  const { t } = useTranslation();
  const { selection, rule } = answers;
  const underCost = selection?.warnings.find(({ code }) => code === 'under_cost')?.count ?? 0;
  const said = [
    t('rules.affects', { count: listings.ids.length }),
    ...(listings.added > 0 ? [t('rules.coming_in', { count: listings.added })] : []),
    ...(listings.removed > 0 ? [t('rules.going_out', { count: listings.removed })] : []),
    ...(selection === undefined || rule.status !== 'enabled'
      ? []
      : [t('rules.would_change', { count: selection.changes })]),
  ];
  return (
    <p className="rule-page__effect" role="status">
      {listings.ids.length + listings.removed > 0 && <span>{said.join(' · ')}</span>}
      {underCost > 0 && (
        <StatusTag tone="negative" icon={AlertIcon}>
          {t('rules.under_cost_count', { count: underCost })}
        </StatusTag>
      )}
    </p>
  );
}
