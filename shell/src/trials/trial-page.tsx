import '../styles/trials.css';
import { Level } from '@primazia/backend/notifications/contract';
import { Button, Item, Picker, useMayWrite, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { useTitle } from '../navigation/title.ts';
import { useShell } from '../shell-context.ts';
import { CheckList } from './check-list.tsx';
import { type Check, type Result, runTrial } from './checks.ts';
import { MagaluPreview } from './magalu-preview.tsx';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Where a test installation is tried out: what can be tried of Magalu, and all that the pages stand on. */
export function TrialPage() {
  const { t } = useTranslation();
  const { api, live, modules } = useShell();
  const mayWrite = useMayWrite();
  const [level, setLevel] = useState<Level>('info');
  const [results, setResults] = useState<Partial<Record<Check, Result>>>({});
  const [isRunning, setRunning] = useState(false);
  useTitle(t('trial.title'));

  const run = async () => {
    setRunning(true);
    const mark = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const parts = { api, live, sections: modules.state, now: Date.now, wait, mark };
    try {
      await runTrial(parts, level, (check, result) =>
        setResults((before) => ({ ...before, [check]: result })),
      );
    } finally {
      setRunning(false);
    }
  };

  return (
    <div className="trial">
      <h1 className="trial-title">{t('trial.title')}</h1>
      <p className="trial-lead">{t('trial.lead')}</p>
      <section className="trial-part" aria-labelledby="trial-all">
        <h2 id="trial-all" className="trial-heading">
          {t('trial.all')}
        </h2>
        <p className="trial-lead">{t(mayWrite ? 'trial.all_lead' : 'trial.all_shut')}</p>
        {mayWrite && (
          <div className="trial-run">
            <Picker
              label={t('trial.level')}
              selectedKey={level}
              onSelectionChange={(key) => setLevel(Level.parse(key))}
            >
              {Level.options.map((option) => (
                <Item key={option}>{t(`bell.levels.${option}`)}</Item>
              ))}
            </Picker>
            <Button variant="accent" isPending={isRunning} onPress={() => void run()}>
              {t('trial.run')}
            </Button>
          </div>
        )}
        <div role="status">
          <CheckList results={results} />
        </div>
      </section>
      <MagaluPreview />
    </div>
  );
}
