/** ARIA roles are explicit, since rows that are drawn as cards lose their table layout, and with it the implicit roles. */
export const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
