import {
  type Campaign,
  campaignTags,
  MAX_TAG_LENGTH,
  queryCampaigns,
  tagCampaigns,
} from '@primazia/backend/ads/contract';
import { showError, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Button,
  ButtonGroup,
  Checkbox,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
  TextField,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useTagName } from './use-tag-name.ts';
import './tags.css';

interface TagsDialogProps {
  campaigns: readonly Campaign[];
  onDone: () => void;
  onClose: () => void;
}

/** Sets the tags of campaigns: a tag of only some of them is not changed until it is ticked or cleared. */
export function TagsDialog({ campaigns, onDone, onClose }: TagsDialogProps) {
  const { t } = useTranslation();
  const nameOf = useTagName();
  const { data, error, refetch } = useQueryCall(campaignTags, {});
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [added, setAdded] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const { mutate, isPending } = useMutateCall(tagCampaigns, {
    invalidates: [queryCampaigns, campaignTags],
    onSuccess: ({ campaigns: count }) => {
      toast('positive', t('tags.saved', { count }));
      onDone();
      onClose();
    },
    onError: (fault) => showError(t, fault),
  });
  const all = [...(data?.tags ?? []).map(({ tag }) => tag), ...added];
  const want = (tag: string, isWanted: boolean) => setWanted(new Map(wanted).set(tag, isWanted));
  const add = () => {
    const typed = name.trim();
    const same = (tag: string) =>
      [tag, nameOf(tag)].some((one) => one.toLowerCase() === typed.toLowerCase());
    const known = all.find(same);
    if (typed === '') return;
    if (known === undefined) setAdded([...added, typed]);
    want(known ?? typed, true);
    setName('');
  };
  const chosen = (isWanted: boolean) =>
    [...wanted].filter(([, one]) => one === isWanted).map(([tag]) => tag);
  const isBad = /[|:]/.test(name);
  return (
    <Dialog size="S">
      <Heading>
        {campaigns.length === 1
          ? t('tags.title', { name: campaigns[0]!.name })
          : t('tags.title_many', { count: campaigns.length })}
      </Heading>
      <Divider />
      <Content>
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={5} />
          ) : (
            <ErrorState error={error} onRetry={refetch} />
          )
        ) : (
          <>
            <div className="tags-dialog__list">
              {all.map((tag) => {
                const having = campaigns.filter(({ tags }) => tags.includes(tag)).length;
                return (
                  <Checkbox
                    key={tag}
                    isSelected={wanted.get(tag) ?? having === campaigns.length}
                    isIndeterminate={!wanted.has(tag) && having > 0 && having < campaigns.length}
                    onChange={(isWanted) => want(tag, isWanted)}
                  >
                    {nameOf(tag)}
                  </Checkbox>
                );
              })}
            </div>
            <form
              className="tags-dialog__new"
              onSubmit={(event) => {
                event.preventDefault();
                if (!isBad) add();
              }}
            >
              <TextField
                label={t('tags.new')}
                value={name}
                onChange={setName}
                maxLength={MAX_TAG_LENGTH}
                {...(isBad && {
                  validationState: 'invalid' as const,
                  errorMessage: t('tags.bad_name'),
                })}
              />
              <ActionButton type="submit" isDisabled={name.trim() === '' || isBad}>
                {t('wizard.add')}
              </ActionButton>
            </form>
          </>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('change.keep')}
        </Button>
        <Button
          variant="accent"
          isPending={isPending}
          isDisabled={wanted.size === 0}
          onPress={() =>
            mutate({
              body: {
                campaignIds: campaigns.map(({ id }) => id),
                add: chosen(true),
                remove: chosen(false),
              },
            })
          }
        >
          {t('strategy.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
