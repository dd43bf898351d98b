import { Button, Content, Heading, InlineAlert } from '@primazia/kit';

export interface OvertakenProps {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** Somebody else saved meanwhile: what stands in the form can no longer be saved, and where to go on. */
export function Overtaken({
  title,
  text,
  action,
  onAction,
  autoFocus,
}: OvertakenProps & { autoFocus: boolean }) {
  return (
    <InlineAlert variant="negative" autoFocus={autoFocus}>
      <Heading>{title}</Heading>
      <Content>
        <p className="rule__notice-text">{text}</p>
        <Button variant="primary" onPress={onAction}>
          {action}
        </Button>
      </Content>
    </InlineAlert>
  );
}
