import { useMay, useSession, useTranslation } from '@primazia/kit';
import { Button, CloudDisconnectedIcon, EmptyState } from '@primazia/kit/ui';
import { Navigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { NoticePage } from '../brand/notice-page.tsx';
import { HOME_GROUP, inOrder } from '../frame/groups.ts';
import { isFailure, ModuleFailed } from '../modules/module-failed.tsx';
import { entriesFor, entryAt, moduleAt } from '../modules/registry.ts';
import { OWN_PATHS } from '../navigation/own-paths.ts';
import { useTitle } from '../navigation/title.ts';
import { usePath } from '../navigation/use-path.ts';
import { useShell } from '../shell-context.ts';
import { ModuleWaits, PageSkeleton } from './module-waits.tsx';
import { NotFound } from './not-found-page.tsx';

/** The registry could not be read: only a retry is possible. */
function NoRegistry() {
  const { t } = useTranslation();
  const { modules } = useShell();
  useTitle(t('module.registry_title'));
  return (
    <NoticePage
      role="alert"
      icon={<CloudDisconnectedIcon size="L" aria-hidden="true" />}
      title={t('module.registry_title')}
      text={t('module.registry_text')}
    >
      <Button variant="accent" onPress={() => void modules.open()}>
        {t('retry')}
      </Button>
    </NoticePage>
  );
}

/** Holds the element that a module mounts into. */
function Slot({ name, hidden }: { name: string; hidden: boolean }) {
  const { modules } = useShell();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = modules.elementOf(name);
    place.current?.append(element);
    return () => element.remove();
  }, [modules, name]);
  return <div ref={place} className="module-slot" hidden={hidden} />;
}

function MountedModule({ name, label }: { name: string; label: string | undefined }) {
  const { t } = useTranslation();
  const { modules } = useShell();
  const place = useSnapshot(modules.state).places[name];
  useTitle(label ?? t('product'));
  return (
    <>
      {isFailure(place) ? (
        <ModuleFailed failure={place} name={name} label={label ?? t('module.this')} />
      ) : (
        place !== 'mounted' && <ModuleWaits key={name} />
      )}
      <Slot name={name} hidden={isFailure(place)} />
    </>
  );
}

/** The page of whichever module owns the path. */
export function ModulePlace() {
  const { modules } = useShell();
  const { locale } = useSession();
  const { registry, list } = useSnapshot(modules.state);
  const path = usePath();
  if (registry === 'loading') return <Waiting />;
  if (registry === 'failed') return <NoRegistry />;
  const module = moduleAt(list, path);
  // A page of the shell is loading: until then this one is shown.
  if (OWN_PATHS.includes(path)) return <Waiting />;
  if (module === undefined) return <NotFound />;
  // A page without an entry in the sidebar gets the label of its module's first one.
  const label = (entryAt(module.sidebar, path) ?? module.sidebar[0])?.labels[locale];
  return <MountedModule name={module.name} label={label} />;
}

function Waiting() {
  const { t } = useTranslation();
  useTitle(t('module.loading'));
  return <PageSkeleton />;
}

/** `/app` itself: redirects to the first section of the home group, else of the sidebar. */
export function FirstPlace() {
  const { t } = useTranslation();
  const may = useMay();
  const { modules } = useShell();
  const { registry, list } = useSnapshot(modules.state);
  if (registry === 'loading') return <Waiting />;
  if (registry === 'failed') return <NoRegistry />;
  const entries = inOrder(entriesFor(list, may));
  const first = entries.find(({ group }) => group === HOME_GROUP) ?? entries[0];
  if (first === undefined) {
    return (
      <EmptyState kind="nothing-yet" title={t('module.none_title')} text={t('module.none_text')} />
    );
  }
  return <Navigate to={first.path} replace />;
}
