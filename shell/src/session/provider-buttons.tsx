import { useTranslation } from '@primazia/kit';
import { Button } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { FormFailure } from './form-failure.tsx';
import { goTo } from './social.ts';

interface ChoiceProps {
  /** Of the provider that is being opened; null: none is. */
  opening: string | null;
  onChoose: (provider: { id: string; name: string }) => void;
}

/** Who else one may sign in with, apart from what is above; nothing where there is none. */
export function ProviderChoice({ opening, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const providers = useSite()?.signIn ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <p className="providers-or">
        <span>{t('social.or')}</span>
      </p>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          style="outline"
          UNSAFE_className="providers-one"
          isPending={opening === id}
          isDisabled={opening !== null && opening !== id}
          onPress={() => onChoose({ id, name })}
        >
          {t('social.continue', { name })}
        </Button>
      ))}
    </>
  );
}

export interface ProviderButtonsProps {
  /** The place that the person came for. */
  wanted: string | null;
  temporary: boolean;
}

/** The buttons of the login page: the person leaves for the provider, and comes back signed in. */
export function ProviderButtons({ wanted, temporary }: ProviderButtonsProps) {
  const shell = useShell();
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  // Back from the provider by the browser's own button, the page is shown as it was left.
  useEffect(() => {
    const stay = () => setOpening(null);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  const choose = async (provider: string) => {
    setOpening(provider);
    setFailure(null);
    try {
      await goTo(shell, { provider, errand: { kind: 'enter', wanted, temporary } });
    } catch (error) {
      setFailure(error);
      setOpening(null);
    }
  };

  return (
    <div className="providers">
      <ProviderChoice opening={opening} onChoose={({ id }) => void choose(id)} />
      <FormFailure error={failure} />
    </div>
  );
}
