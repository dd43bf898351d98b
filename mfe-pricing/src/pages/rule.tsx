import { useParams, useSearch } from '@tanstack/react-router';
import { NewRulePage } from '../rule-editor/new-rule-page.tsx';
import { StoredRulePage } from '../rule-editor/stored-rule-page.tsx';

interface Beginning {
  copia?: number;
  simulacao?: number;
}

/** A new rule, empty or begun as a copy or with the draft of a backtest. */
export function NewRuleRoute() {
  const { copia, simulacao } = useSearch({ strict: false }) as Beginning;
  // Another beginning is another form.
  return <NewRulePage key={`${copia} ${simulacao}`} copyOf={copia} backtestId={simulacao} />;
}

/** The page of one rule. */
export function RuleRoute() {
  const { ruleId } = useParams({ strict: false }) as { ruleId: number };
  const { simulacao } = useSearch({ strict: false }) as Beginning;
  return <StoredRulePage key={ruleId} ruleId={ruleId} backtestId={simulacao} />;
}
