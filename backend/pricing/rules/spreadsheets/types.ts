// What a file holds, whatever program wrote it. Pure.
import type { SheetFaultCode } from '../../contract.ts';

/** A number of a spreadsheet is one; what a person typed into a CSV is a text. */
export type Cell = string | number;

export interface FileRow {
  /** Of the file, from 1. */
  line: number;
  cells: Cell[];
}

export interface FileFault {
  code: SheetFaultCode;
  line: number | null;
}
