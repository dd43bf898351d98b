import '../styles/team.css';
import { type Member, Role } from '@primazia/backend/identity/contract';
import { useSession, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  AddIcon,
  AlertDialog,
  Button,
  ClockIcon,
  DialogContainer,
  ErrorState,
  Item,
  Picker,
  RemoveCircleIcon,
  Skeleton,
  Text,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useTitle } from '../navigation/title.ts';
import { initials } from '../person/short-name.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Team, useTeam } from './use-team.ts';

interface RowProps {
  member: Member;
  team: Team;
  onRemove: () => void;
}

function Row({ member, team, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { name, email, role, invited, personId } = member;
  const isMe = team.me?.personId === personId;
  // A person who gave up their own rights could not undo that: another owner does it.
  const mayChange = team.isOwner && !isMe;
  return (
    <li className="member">
      <span className="member-letters" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="member-who">
        <span className="member-name">
          {name}
          {isMe && <span className="member-mark">{t('team.you')}</span>}
        </span>
        <span className="member-email">{email}</span>
        {invited && (
          <span className="member-invited">
            <ClockIcon size="XS" aria-hidden="true" />
            {t('team.waits')}
          </span>
        )}
      </div>
      <div className="member-acts">
        {mayChange ? (
          <Picker
            aria-label={t('team.role_of', { name })}
            selectedKey={role}
            isDisabled={team.isBusy}
            width="size-1700"
            onSelectionChange={(key) => {
              const next = Role.parse(key);
              if (next !== role) team.setRole(member, next);
            }}
          >
            {Role.options.map((option) => (
              <Item key={option}>{t(`team.roles.${option}`)}</Item>
            ))}
          </Picker>
        ) : (
          <span className="member-role">{t(`team.roles.${role}`)}</span>
        )}
        {mayChange && (
          <ActionButton isQuiet aria-label={t('team.remove_of', { name })} onPress={onRemove}>
            <RemoveCircleIcon />
          </ActionButton>
        )}
      </div>
    </li>
  );
}

/** The people of the company: who they are, their roles, and how others are added. */
export function TeamPage() {
  const { t } = useTranslation();
  const { companyName } = useSession();
  const team = useTeam();
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  useTitle(t('team.title'));
  const { query, members } = team;

  return (
    <div className="team">
      <header className="team-head">
        <div>
          <h1 className="team-title">{t('team.title')}</h1>
          <p className="team-lead">
            {t(members === undefined || team.isOwner ? 'team.lead' : 'team.lead_read', {
              company: companyName,
            })}
          </p>
        </div>
        {team.isOwner && (
          <Button variant="accent" onPress={() => setInviting(true)}>
            <AddIcon />
            <Text>{t('team.invite')}</Text>
          </Button>
        )}
      </header>
      {members === undefined ? (
        query.error === null ? (
          <Skeleton rows={4} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <ul className="members" aria-label={t('team.title')}>
          {members.map((member) => (
            <Row
              key={member.personId}
              member={member}
              team={team}
              onRemove={() => setLeaving(member)}
            />
          ))}
        </ul>
      )}
      <section className="team-roles" aria-labelledby="team-roles">
        <h2 id="team-roles" className="team-heading">
          {t('team.roles_title')}
        </h2>
        <dl>
          {Role.options.map((role) => (
            <div key={role}>
              <dt>{t(`team.roles.${role}`)}</dt>
              <dd>{t(`team.may.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <InviteDialog isOpen={isInviting} add={team.add} onClose={() => setInviting(false)} />
      <DialogContainer onDismiss={() => setLeaving(null)}>
        {leaving !== null && (
          <AlertDialog
            variant="destructive"
            title={t('team.remove_title', { name: leaving.name })}
            primaryActionLabel={t('team.remove_confirm')}
            cancelLabel={t('team.back')}
            onPrimaryAction={() => team.takeOut(leaving)}
          >
            {t('team.remove_text', { company: companyName })}
          </AlertDialog>
        )}
      </DialogContainer>
    </div>
  );
}
