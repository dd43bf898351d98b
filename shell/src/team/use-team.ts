import {
  addMember,
  changeMember,
  type Member,
  members,
  type Role,
  removeMember,
} from '@primazia/backend/identity/contract';
import { showError, useMutateCall, useQueryCall, useSession, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';

/** The people of the company, what the user may change, and the functions for it. */
export function useTeam() {
  const { t } = useTranslation();
  const { email, locale } = useSession();
  const query = useQueryCall(members, {});
  const all = query.data?.members;
  const options = {
    invalidates: [members],
    onError: (error: unknown) => showError(t, error),
  };
  const change = useMutateCall(changeMember, options);
  const remove = useMutateCall(removeMember, options);
  // The form shows the outcome of an invitation; an undo has none.
  const add = useMutateCall(addMember, { invalidates: [members] });
  const putBack = useMutateCall(addMember, options);

  const setRole = ({ personId, name, role: before }: Member, role: Role) =>
    change.mutate(
      { params: { personId }, body: { role } },
      {
        onSuccess: () =>
          toast('positive', t('team.changed', { name, role: t(`team.roles.${role}`) }), {
            action: {
              label: t('team.undo'),
              onPress: () => change.mutate({ params: { personId }, body: { role: before } }),
            },
          }),
      },
    );
  const takeOut = ({ personId, name, email: of, role }: Member) =>
    remove.mutate(
      { params: { personId } },
      {
        onSuccess: () =>
          toast('positive', t('team.removed', { name }), {
            action: {
              label: t('team.undo'),
              onPress: () => putBack.mutate({ body: { email: of, name, role, locale } }),
            },
          }),
      },
    );
  const me = all?.find((member) => member.email.toLowerCase() === email.toLowerCase());
  return {
    query,
    members: all,
    /** Null until it is loaded. */
    me: me ?? null,
    isOwner: me?.role === 'owner',
    isBusy: change.isPending || remove.isPending,
    setRole,
    takeOut,
    add,
  };
}
export type Team = ReturnType<typeof useTeam>;
