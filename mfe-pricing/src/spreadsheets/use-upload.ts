import { querySheets, uploadSheet } from '@primazia/backend/pricing/contract';
import { ApiError, useApi } from '@primazia/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileFault, faultOfFiles } from './check-file.ts';

/** What became of the file that was chosen last. */
export type Upload =
  | { kind: 'none' }
  | { kind: 'refused'; name: string | null; fault: FileFault }
  | { kind: 'sending'; name: string }
  /** It is here, and is about to be opened. */
  | { kind: 'sent'; name: string; sheetId: number }
  /** Kept for a retry. */
  | { kind: 'failed'; file: File; error: ApiError };

const LONGEST_NAME = 200;

/** Looks at files that a person chose, and sends the one that can be sent; leaving the page stops the sending. */
export function useUpload(onSent: (sheetId: number) => void) {
  const api = useApi();
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload>({ kind: 'none' });
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  // Only after the end of the upload is rendered: until then the leave guard is active.
  const opened = useEffectEvent(onSent);
  const sentId = upload.kind === 'sent' ? upload.sheetId : null;
  useEffect(() => {
    if (sentId !== null) opened(sentId);
  }, [sentId]);

  const send = async (file: File) => {
    const abort = new AbortController();
    control.current?.abort();
    control.current = abort;
    setUpload({ kind: 'sending', name: file.name });
    try {
      const query = { fileName: file.name.slice(0, LONGEST_NAME) };
      // A write of its own each time: two files of one name are two files.
      const sheet = await api.call(uploadSheet, { query, body: file }, { signal: abort.signal });
      void client.invalidateQueries({ queryKey: [querySheets.path] });
      setUpload({ kind: 'sent', name: file.name, sheetId: sheet.id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind !== 'canceled') setUpload({ kind: 'failed', file, error });
    }
  };
  const refuse = (fault: FileFault, name: string | null = null) =>
    setUpload({ kind: 'refused', name, fault });
  const choose = (files: readonly File[]) => {
    const [file] = files;
    const fault = faultOfFiles(files);
    if (fault !== null) refuse(fault, file?.name);
    else if (file !== undefined) void send(file);
  };
  const cancel = () => {
    control.current?.abort();
    setUpload({ kind: 'none' });
  };
  return { upload, choose, refuse, cancel, again: (file: File) => void send(file) };
}
