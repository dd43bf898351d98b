import { MAX_LIST_VIEWS } from '@primazia/backend/identity/contract';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { MoreIcon } from '../icons.ts';
import {
  ActionButton,
  AlertDialog,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  Item,
  Menu,
  MenuTrigger,
  Text,
  TextField,
  Tooltip,
  TooltipTrigger,
} from '../spectrum.ts';
import { toast } from '../toast/toast.tsx';
import { type ListOptions, type ListState, readListState, writeListState } from './state.ts';
import type { ListHandle } from './use-list-state.ts';
import type { StoredViews } from './use-preferences.ts';

const MAX_NAME = 80;

export interface SavedView {
  name: string;
  state: ListState;
}

/** A state as a view keeps it: without the number of the page. */
const contentOf = (state: ListState, options: ListOptions) =>
  writeListState({ ...state, page: 1 }, options);

const isSame = (one: ListState, other: ListState, options: ListOptions) =>
  JSON.stringify(contentOf(one, options)) === JSON.stringify(contentOf(other, options));

/** The views that a person has saved of a list, without the parts that the list no longer understands. */
export const savedViews = (
  { views }: Pick<StoredViews, 'views'>,
  options: ListOptions,
): SavedView[] =>
  views
    .filter(({ kind }) => kind === 'view')
    .map(({ name, content }) => ({ name, state: readListState(content, options).state }));

/** The view that the list shows now. */
export const viewOf = (views: readonly SavedView[], { state, options }: ListHandle) =>
  views.find((view) => isSame(view.state, state, options));

interface ViewActionsProps {
  /** Names the list on the server. */
  id: string;
  list: ListHandle;
  views: readonly SavedView[];
  stored: StoredViews;
}

type ViewDialog = { what: 'save' } | { what: 'delete'; name: string };

/** Saves the list's state as a view, copies its link, and deletes a view. */
export function ViewActions({ id, list, views, stored }: ViewActionsProps) {
  const { t } = useTranslation('kit');
  const { history } = useRouter();
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const current = viewOf(views, list);
  // A view whose filters were changed stays the present one until another one is opened.
  const [last, setLast] = useState(current?.name);
  if (current !== undefined && current.name !== last) setLast(current.name);
  const inside = views.find(({ name }) => name === last);

  const save = (name: string) => {
    stored.save.mutate(
      {
        params: { list: id },
        body: { kind: 'view', name, content: contentOf(list.state, list.options) },
      },
      { onSuccess: () => toast('positive', t('list.viewSaved', { view: name })) },
    );
    setLast(name);
    setDialog(null);
  };
  const share = async () => {
    const address = new URL(history.createHref(list.href({})), window.location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      toast('positive', t('list.linkCopied'));
    } catch {
      // Browsers keep the clipboard from pages on plain http.
      toast('notice', t('list.linkNotCopied'));
    }
  };
  const items = [
    ...(inside !== undefined && current === undefined
      ? [{ key: 'save', label: t('list.saveView', { view: inside.name }) }]
      : []),
    ...(views.length < MAX_LIST_VIEWS ? [{ key: 'save_as', label: t('list.saveViewAs') }] : []),
    { key: 'share', label: t('list.shareView') },
    ...(inside === undefined
      ? []
      : [{ key: 'delete', label: t('list.deleteView', { view: inside.name }) }]),
  ];
  const act = (key: string) => {
    if (key === 'save_as') setDialog({ what: 'save' });
    else if (key === 'share') void share();
    else if (inside !== undefined && key === 'save') save(inside.name);
    else if (inside !== undefined) setDialog({ what: 'delete', name: inside.name });
  };
  return (
    <>
      <MenuTrigger align="end">
        <TooltipTrigger>
          <ActionButton isQuiet aria-label={t('list.viewActions')}>
            <MoreIcon />
          </ActionButton>
          <Tooltip>{t('list.viewActions')}</Tooltip>
        </TooltipTrigger>
        <Menu items={items} onAction={(key) => act(String(key))}>
          {({ key, label }) => (
            <Item key={key} textValue={label}>
              <Text>{label}</Text>
            </Item>
          )}
        </Menu>
      </MenuTrigger>
      <DialogContainer onDismiss={() => setDialog(null)}>
        {dialog?.what === 'save' && (
          <NameDialog
            taken={views.map(({ name }) => name)}
            onSave={save}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog?.what === 'delete' && (
          <AlertDialog
            variant="destructive"
            title={t('list.deleteViewTitle')}
            primaryActionLabel={t('list.delete')}
            cancelLabel={t('list.cancel')}
            onPrimaryAction={() => {
              const query = { kind: 'view' as const, name: dialog.name };
              stored.remove.mutate({ params: { list: id }, query });
              setDialog(null);
            }}
          >
            {t('list.deleteViewText', { view: dialog.name })}
          </AlertDialog>
        )}
      </DialogContainer>
    </>
  );
}

interface NameDialogProps {
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

function NameDialog({ taken, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation('kit');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const name = text.trim();
  const fault = name === '' ? t('faults.required') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) onSave(name);
  };
  return (
    <Dialog size="S">
      <Heading>{t('list.saveViewAs')}</Heading>
      <Content>
        <form id="pz-view-name" onSubmit={submit}>
          <TextField
            label={t('list.viewName')}
            value={text}
            onChange={setText}
            maxLength={MAX_NAME}
            autoFocus
            autoComplete="off"
            isRequired
            width="100%"
            description={taken.includes(name) ? t('list.viewReplaced') : undefined}
            {...(isTried && fault !== null
              ? { validationState: 'invalid', errorMessage: fault }
              : {})}
          />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('list.cancel')}
        </Button>
        <Button variant="accent" type="submit" form="pz-view-name">
          {t('list.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
