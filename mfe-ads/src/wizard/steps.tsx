// What the wizards of new and of existing campaigns share: their steps, and where faults are shown.
import type { Fault } from '@primazia/backend/kernel/problem';
import { type ApiError, faultText, useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, toast } from '@primazia/kit/ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { FieldPath, UseFormSetError } from 'react-hook-form';
import { STEPS, type Step, type WizardValues } from './values.ts';

const TAKEN = ['campaign_name_taken', 'group_name_taken'];

export interface Steps {
  at: Step;
  /** Counts from 0. */
  place: number;
  open(step: Step): void;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function useSteps(): Steps {
  const [at, setAt] = useState<Step>('campaign');
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (step: Step) => {
    setAt(step);
    // Moves the focus to the heading of the next step.
    requestAnimationFrame(() => heading.current?.focus());
  };
  return { at, place: STEPS.indexOf(at), open, heading };
}

/** An answer and its faults; null and those of the error, where the server refuses to read what it was sent. */
export const withFaults = <T extends { faults: readonly Fault[] }>(answer: Promise<T>) =>
  answer.then(
    (one) => [one, one.faults] as const,
    (error: ApiError) => [null, error.faults] as const,
  );

/** @returns a function that shows the faults up to a step beside their fields, and returns the first step with one; null: none has */
export function useShowFaults(setError: UseFormSetError<WizardValues>) {
  const { t } = useTranslation();
  return (
    faults: readonly Fault[],
    until: Step,
    placeOf: (path: string) => { field: string; step: Step },
  ): Step | null => {
    const wrong = faults
      .map((fault) => ({ fault, ...placeOf(fault.path) }))
      .filter(({ step }) => STEPS.indexOf(step) <= STEPS.indexOf(until));
    for (const { fault, field } of wrong)
      setError(field as FieldPath<WizardValues>, { type: 'server', message: faultText(t, fault) });
    for (const { fault } of wrong)
      if (TAKEN.includes(fault.code)) toast('info', faultText(t, fault), { timeout: 8_000 });
    return STEPS.find((step) => wrong.some((one) => one.step === step)) ?? null;
  };
}

/**
 * An ad that moves here leaves its keywords behind: the wizard goes back to the configuration once, to ask for them.
 * @returns whether it asks now, and the function for the step after the one that was left
 */
export function useMovedAds() {
  const [confirmed, setConfirmed] = useState<readonly number[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  return {
    isAsking,
    nextOf(at: Step, { type, movedListingIds }: WizardValues): Step {
      setIsAsking(false);
      const isNew = movedListingIds.some((id) => !confirmed.includes(id));
      if (at === 'ads' && type === 'manual' && isNew) {
        setConfirmed(movedListingIds);
        setIsAsking(true);
        return 'configuration';
      }
      return STEPS[STEPS.indexOf(at) + 1]!;
    },
  };
}

interface FrameProps {
  steps: Steps;
  isBusy: boolean;
  onNext: () => void;
  onFinish: () => void;
  finish: string;
  canFinish?: boolean;
  /** Further buttons, before that of the next step. */
  others?: ReactNode;
  children: ReactNode;
}

/** The steps with the present one marked, its form, and the ways on and back. */
export function Frame({
  steps: { at, place, open, heading },
  isBusy,
  onNext,
  onFinish,
  finish,
  canFinish = true,
  others,
  children,
}: FrameProps) {
  const { t } = useTranslation();
  const isLast = at === 'conclusion';
  return (
    <section className="wizard">
      <ol className="wizard__steps">
        {STEPS.map((step, number) => (
          <li key={step} {...(step === at && { 'aria-current': 'step' as const })}>
            {`${number + 1}. ${t(`wizard.step.${step}`)}`}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {t(`wizard.step.${at}`)}
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) onFinish();
          else onNext();
        }}
      >
        {children}
        <ButtonGroup>
          {place > 0 && (
            <Button variant="secondary" isDisabled={isBusy} onPress={() => open(STEPS[place - 1]!)}>
              {t('wizard.back')}
            </Button>
          )}
          {others}
          <Button
            variant="accent"
            type="submit"
            isPending={isBusy}
            isDisabled={isLast && !canFinish}
          >
            {isLast ? finish : t('wizard.next')}
          </Button>
        </ButtonGroup>
      </form>
    </section>
  );
}
