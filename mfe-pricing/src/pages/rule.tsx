import { useParams, useSearch } from '@tanstack/react-router';
import { NewRulePage } from '../rule/new-rule-page.tsx';
import { StoredRulePage } from '../rule/stored-rule-page.tsx';

interface Beginning {
  copia?: number;
  simulacao?: number;
}

/** A new rule, empty or begun as a copy or with the draft of a replay. */
export function NewRuleRoute() {
  const { copia, simulacao } = useSearch({ strict: false }) as Beginning;
  // Another beginning is another form.
  return <NewRulePage key={`${copia} ${simulacao}`} copyOf={copia} replayId={simulacao} />;
}

/** The page of one rule. */
export function RuleRoute() {
  const { ruleId } = useParams({ strict: false }) as { ruleId: number };
  const { simulacao } = useSearch({ strict: false }) as Beginning;
  return <StoredRulePage key={ruleId} ruleId={ruleId} replayId={simulacao} />;
}
