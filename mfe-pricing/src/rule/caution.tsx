import { AlertIcon } from '@primazia/kit/ui';

/** Something to think about twice before saving; nothing here forbids it. */
export function Caution({ title, text }: { title: string; text: string }) {
  return (
    <p className="caution" role="note">
      <AlertIcon size="S" />
      <span>
        <strong>{title}.</strong> {text}
      </span>
    </p>
  );
}
