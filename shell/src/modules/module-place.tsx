import {
  Button,
  CloudDisconnectedIcon,
  EmptyState,
  Skeleton,
  useMay,
  useSession,
  useTranslation,
} from '@primazia/kit';
import { Navigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { NoticePage } from '../brand/notice-page.tsx';
import { inOrder } from '../frame/groups.ts';
import { OWN_PATHS } from '../navigation/own-paths.ts';
import { useTitle } from '../navigation/title.ts';
import { usePath } from '../navigation/use-path.ts';
import { NotFound } from '../pages/not-found-page.tsx';
import { useShell } from '../shell-context.ts';
import { isFailure, ModuleFailed } from './module-failed.tsx';
import { entriesFor, entryAt, moduleAt } from './registry.ts';

/** The list of sections could not be read: nothing but trying again is left. */
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

/** Holds the element that a module mounts into, and those of the modules that were left. */
function Slot({ name, hidden }: { name: string; hidden: boolean }) {
  const { modules } = useShell();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const take = (one: string) => {
      const element = modules.elementOf(one);
      if (element.parentElement !== place.current) place.current?.append(element);
    };
    take(name);
    // What is drawn ahead is laid out where it will stand.
    const takeKept = () => {
      for (const [one, at] of Object.entries(modules.state.places)) if (at === 'kept') take(one);
    };
    takeKept();
    const stop = subscribe(modules.state.places, takeKept);
    return () => {
      stop();
      // What was mounted is hidden or ended by the kit. Taken out, it would have to be laid out anew to be shown.
      if (modules.state.places[name] !== 'mounted') modules.elementOf(name).remove();
    };
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
        place !== 'mounted' &&
        place !== 'kept' && (
          <div className="module-wait">
            <Skeleton rows={8} />
          </div>
        )
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
  // A page of the shell's own is on its way: until it is here, this one stands for what comes.
  if (OWN_PATHS.includes(path)) return <Waiting />;
  if (module === undefined) return <NotFound />;
  // A page that has no entry of its own is called as its module's first one is.
  const label = (entryAt(module.sidebar, path) ?? module.sidebar[0])?.labels[locale];
  return <MountedModule name={module.name} label={label} />;
}

function Waiting() {
  const { t } = useTranslation();
  useTitle(t('module.loading'));
  return (
    <div className="module-wait">
      <Skeleton rows={8} />
    </div>
  );
}

/** `/app` itself: on to the first section of the sidebar. */
export function FirstPlace() {
  const { t } = useTranslation();
  const may = useMay();
  const { modules } = useShell();
  const { registry, list } = useSnapshot(modules.state);
  if (registry === 'loading') return <Waiting />;
  if (registry === 'failed') return <NoRegistry />;
  const [first] = inOrder(entriesFor(list, may));
  if (first === undefined) {
    return (
      <EmptyState kind="nothing-yet" title={t('module.none_title')} text={t('module.none_text')} />
    );
  }
  return <Navigate to={first.path} replace />;
}
