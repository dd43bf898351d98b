// Whether an XLSX file, which is a ZIP archive, may be unpacked at all: by what it says of itself, and by what comes
// out of it, since what it says may be a lie. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { fail, ok, type Result } from '../../../kernel/result.ts';

export type ZipFault = 'not_a_sheet' | 'expands_too_far';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** A sheet has some ten parts; with pictures and styles some more. */
const MOST_ENTRIES = 500;
/** 50,000 rows are about 40 MB of XML. */
const MOST_UNPACKED = 160 * 1024 * 1024;

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflateRaw);

/** Where the table of contents begins, and how many entries it has; null: this is no archive. */
function directoryOf(view: DataView): { at: number; entries: number } | null {
  const least = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= least; at--) {
    if (view.getUint32(at, true) !== END) continue;
    return { at: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) };
  }
  return null;
}

function entriesOf(view: DataView): Result<Entry[], ZipFault> {
  const directory = directoryOf(view);
  if (directory === null || directory.entries === 0) return fail('not_a_sheet');
  if (directory.entries > MOST_ENTRIES) return fail('expands_too_far');
  const entries: Entry[] = [];
  let { at } = directory;
  for (let n = 0; n < directory.entries; n++) {
    if (at + ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ENTRY)
      return fail('not_a_sheet');
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) return fail('not_a_sheet');
    entries.push({
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    const more = [28, 30, 32].reduce((sum, place) => sum + view.getUint16(at + place, true), 0);
    at += ENTRY_LENGTH + more;
  }
  return ok(entries);
}

/** The packed bytes of an entry; null: they are not where the table says. */
function bytesOf(bytes: Uint8Array, view: DataView, { at, packed }: Entry): Uint8Array | null {
  if (at + LOCAL_LENGTH > view.byteLength || view.getUint32(at, true) !== LOCAL) return null;
  const start = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return start + packed > bytes.length ? null : bytes.subarray(start, start + packed);
}

const decoder = new TextDecoder();
/** Sheets have none: it is how a small file makes a reader write a large one, or read another. */
const hasDoctype = (bytes: Uint8Array): boolean =>
  /<!(?:DOCTYPE|ENTITY)/i.test(decoder.decode(bytes.subarray(0, 4_096)));

async function checkEntry(
  bytes: Uint8Array,
  view: DataView,
  entry: Entry,
): Promise<ZipFault | null> {
  const packed = bytesOf(bytes, view, entry);
  if (packed === null || (entry.method !== STORED && entry.method !== DEFLATED))
    return 'not_a_sheet';
  if (entry.method === STORED) return hasDoctype(packed) ? 'not_a_sheet' : null;
  const out = await inflated(packed, { maxOutputLength: Math.max(1, entry.unpacked) }).catch(
    (error: unknown) => error,
  );
  if (out instanceof Uint8Array) return hasDoctype(out) ? 'not_a_sheet' : null;
  const isLie = out instanceof Error && 'code' in out && out.code === 'ERR_BUFFER_TOO_LARGE';
  return isLie ? 'expands_too_far' : 'not_a_sheet';
}

/** Checks an archive before it is unpacked; null: it may be. Holds one of its parts in memory at a time. */
export async function checkZip(bytes: Uint8Array): Promise<ZipFault | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesOf(view);
  if (!entries.ok) return entries.error;
  const unpacked = entries.value.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MOST_UNPACKED) return 'expands_too_far';
  for (const entry of entries.value) {
    const fault = await checkEntry(bytes, view, entry);
    if (fault !== null) return fault;
  }
  return null;
}
