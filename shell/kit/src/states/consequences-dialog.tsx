import { Button, ButtonGroup, Content, Dialog, Heading } from '../spectrum.ts';

export interface ConsequencesDialogProps {
  title: string;
  /** The consequences, one line each: what stops, what stays, what cannot be restored. */
  consequences: readonly string[];
  back: string;
  /** The label of the button: a verb. */
  confirm: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that cannot be undone; used in a `DialogContainer`. */
export function ConsequencesDialog(props: ConsequencesDialogProps) {
  const { title, consequences, back, confirm, isPending, onConfirm, onClose } = props;
  return (
    <Dialog role="alertdialog" size="M">
      <Heading>{title}</Heading>
      <Content>
        <ul className="pz-consequences">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose} autoFocus>
          {back}
        </Button>
        <Button variant="negative" isPending={isPending} onPress={onConfirm}>
          {confirm}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
