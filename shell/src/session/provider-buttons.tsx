import { useTranslation } from '@primazia/kit';
import { Button } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { FormFailure } from './form-failure.tsx';
import { goTo } from './social.ts';

interface ChoiceProps {
  /** The provider that is being opened; null: none. */
  opening: string | null;
  onChoose: (provider: { id: string; name: string }) => void;
}

/** The providers to sign in with, below a separator; nothing where there are none. */
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
  /** The requested page. */
  wanted: string | null;
  temporary: boolean;
}

/** The buttons of the login page: the person is redirected to the provider, and returns signed in. */
export function ProviderButtons({ wanted, temporary }: ProviderButtonsProps) {
  const shell = useShell();
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  // After Back from the provider, the browser restores the page as it was left.
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
