import { listViews, saveListView } from '@primazia/backend/identity/contract';
import { type FirstRun, getFirstRun } from '@primazia/backend/pricing/contract';
import {
  showError,
  useLiveRefetch,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import * as z from 'zod';
import { isOver } from './steps.ts';

/** Stored for the user like a view of a list; its only content is the visibility. */
const LIST = 'first-run';
const NAME = 'shown';
const Shown = z.object({ isShown: z.boolean() });

interface FirstRunHandle {
  /** The state of the steps; null: they are hidden. */
  shown: FirstRun | null;
  /** They are hidden, and can be shown again. */
  isAway: boolean;
  putAway: () => void;
  bringBack: () => void;
}

/** The first steps of a company: in sight until a rule is at work or the person puts them away. */
export function useFirstRun(): FirstRunHandle {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const facts = useQueryCall(getFirstRun, {}, { enabled: mayWrite });
  const saved = useQueryCall(
    listViews,
    { params: { list: LIST } },
    { enabled: mayWrite, staleTime: 60_000 },
  );
  const save = useMutateCall(saveListView, {
    invalidates: [listViews],
    onError: (error) => showError(t, error),
  });
  const keep = (isShown: boolean) =>
    save.mutate({
      params: { list: LIST },
      body: { kind: 'view', name: NAME, content: { isShown }, isDefault: false },
    });
  const isKnown = facts.data !== undefined && saved.data !== undefined;
  const stored = saved.data?.views.find(({ name }) => name === NAME);
  // A change applies at once, before the server has confirmed it.
  const wish = save.isPending ? save.variables?.body?.content : stored?.content;
  const said = Shown.safeParse(wish);
  const isShown = isKnown && (said.success ? said.data.isShown : !isOver(facts.data));
  // Hidden steps are not refetched at each change.
  useLiveRefetch(['rules', 'listings'], facts.refetch, () => isShown);
  return {
    shown: isShown ? facts.data : null,
    isAway: isKnown && !isShown,
    putAway: () => keep(false),
    bringBack: () => {
      void facts.refetch();
      keep(true);
    },
  };
}
