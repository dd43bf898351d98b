import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Kit } from '../context/kit-context.ts';
import type { Language } from '../i18n/i18n.ts';
import { ErrorState } from '../states/states.tsx';
import { KitProvider } from './kit-provider.tsx';

/** The context of a mounted module: what the shell passed, and what the kit created for it. */
export interface RootProps extends Kit {
  router: AnyRouter;
  language: Language;
}

const Provided = ({
  session,
  api,
  live,
  basePath,
  language,
  children,
}: RootProps & { children: ReactNode }) => (
  <KitProvider session={session} api={api} live={live} basePath={basePath} language={language}>
    {children}
  </KitProvider>
);

/** The root component of every module. */
export const ModuleRoot = (props: RootProps) => (
  <Provided {...props}>
    <RouterProvider router={props.router} />
  </Provided>
);

interface BrokenModuleProps extends RootProps {
  error: Error;
  broke?: ((error: unknown) => void) | undefined;
  onRetry: () => void;
}

/** In place of a module that threw outside of its pages, whose errors its router handles. */
export function BrokenModule({ error, broke, onRetry, ...root }: BrokenModuleProps) {
  useEffect(() => broke?.(error), [broke, error]);
  return (
    <Provided {...root}>
      <ErrorState error={error} onRetry={onRetry} heading="h1" />
    </Provided>
  );
}
