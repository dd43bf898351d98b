interface GroupFaultProps {
  message: string | undefined;
}

/** The fault of a list as a whole. */
export function GroupFault({ message }: GroupFaultProps) {
  return message === undefined ? null : (
    <p className="pz-help pz-help-invalid" role="alert">
      {message}
    </p>
  );
}

/** The message of a list's error: its own, or that of its first wrong entry. */
export function faultIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const one of Object.values(error)) {
    const found = faultIn(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
