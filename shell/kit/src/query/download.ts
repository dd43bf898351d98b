import type { Download } from '@primazia/backend/kernel/endpoint';
import { useMutation } from '@tanstack/react-query';
import type { AnyEndpoint, CallInput } from '../api/api.ts';
import { ApiError } from '../api/error.ts';
import { useKit } from '../context/kit-context.ts';
import { showError } from '../errors/error-text.ts';
import { useTranslation } from '../i18n/i18n.ts';

/** How long the object URL of a file stays valid, in ms, for the browser to take it. */
const HANDED_OVER_MS = 60_000;

/** Passes a file to the browser, which saves it as a download. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), HANDED_OVER_MS);
}

export interface DownloadHandle<E extends AnyEndpoint> {
  download: (input: CallInput<E>) => void;
  isPending: boolean;
}

/** Fetches the file of an endpoint and has the browser save it; failures are shown as a toast. */
export function useDownload<E extends AnyEndpoint>(endpoint: E): DownloadHandle<E> {
  const { api } = useKit();
  const { t } = useTranslation('kit');
  const { mutate, isPending } = useMutation<void, unknown, CallInput<E>>({
    mutationFn: async (input) => {
      const file = (await api.call(endpoint, input)) as Download;
      const content = await new Response(file.body).blob().catch(() => {
        throw new ApiError('offline');
      });
      saveFile(file.fileName, content);
    },
    onError: (error) => showError(t, error, 'csv_download'),
  });
  return { download: mutate, isPending };
}
