import { MAX_SHEET_BYTES } from '@primazia/backend/pricing/contract';

/** Why a file is not uploaded: faults that the server would report only after the upload. */
export type FileFault =
  | 'old_excel'
  | 'not_a_sheet'
  | 'too_large'
  | 'empty'
  | 'several'
  /** A folder was dropped, or a text. */
  | 'no_file'
  /** It was deleted, or the user may not open it. */
  | 'unreadable';

/** The format of older Excel versions, which is not supported. */
const OLD = /\.xls[bm]?$/i;
const KNOWN = /\.(?:csv|txt|xlsx)$/i;

/** What is wrong with the files that a person chose; null: the one file can be sent. */
export function faultOfFiles(files: readonly Pick<File, 'name' | 'size'>[]): FileFault | null {
  const [file] = files;
  if (file === undefined) return 'no_file';
  if (files.length > 1) return 'several';
  if (OLD.test(file.name)) return 'old_excel';
  if (!KNOWN.test(file.name)) return 'not_a_sheet';
  if (file.size === 0) return 'empty';
  return file.size > MAX_SHEET_BYTES ? 'too_large' : null;
}
