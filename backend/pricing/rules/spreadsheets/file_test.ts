import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { describe, it } from '@std/testing/bdd';
import writeExcel from 'write-excel-file/node';
import { STRATEGY_KEYS } from '../../strategies/registry.ts';
import { formatOf, readFile } from './file.ts';
import { columnsOf, faultOfColumns, readRow } from './rows.ts';
import type { FileRow } from './types.ts';
import { FIELDS, faultText, fieldOf, headingOf, meaningOf, meantBy, wordFor } from './words.ts';
import { checkZip } from './zip.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const rowsOf = async (bytes: Uint8Array): Promise<FileRow[]> => {
  const format = formatOf(bytes);
  assert.ok(format !== null);
  const rows = await readFile(bytes, format);
  assert.ok(rows.ok, JSON.stringify(rows));
  return rows.value;
};
const faultOf = async (bytes: Uint8Array) => {
  const rows = await readFile(bytes, 'xlsx');
  return rows.ok ? null : rows.error.code;
};

interface Part {
  name: string;
  text: string;
  /** The length declared in the archive's directory; by default the true one. */
  says?: number;
}

/** A ZIP archive as any program writes it, or as none would. */
function zip(parts: readonly Part[]): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, text, says } of parts) {
    const packed = deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(says ?? text.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(says ?? text.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const table = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, table, end]));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook of one sheet with these cells in its first row. */
const workbook = (cells: string, head = ''): Part[] => [
  {
    name: '[Content_Types].xml',
    text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  {
    name: 'xl/workbook.xml',
    text: `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    text: `<?xml version="1.0"?>${head}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  },
];

describe('what a file is', () => {
  it('is recognized by its bytes, whatever its name', () => {
    assert.equal(formatOf(utf8('sku;min\nA;1')), 'csv');
    assert.equal(formatOf(zip([{ name: 'a', text: 'b' }])), 'xlsx');
    assert.equal(formatOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])), null);
    assert.equal(formatOf(utf8('%PDF-1.7\n\0\u0001')), null);
    assert.equal(formatOf(new Uint8Array()), null);
  });

  it('is read with every text encoding of spreadsheet programs', async () => {
    const latin = new Uint8Array([...utf8('Pre'), 0xe7, ...utf8('o;SKU\n1;A')]);
    assert.deepEqual((await rowsOf(latin))[0]!.cells, ['Preço', 'SKU']);
    const wide = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Buffer.from('é\tb\n1\t2', 'utf16le')),
    ]);
    assert.deepEqual((await rowsOf(wide))[0]!.cells, ['é', 'b']);
  });

  it('keeps numbers numbers and lines their numbers in a workbook', async () => {
    const bytes = new Uint8Array(
      await writeExcel([
        ['SKU', 'Min'],
        [null, null],
        ['A', 19.9],
        ['B', 0.1 + 0.2],
        ['C', true],
      ]).toBuffer(),
    );
    assert.deepEqual(await rowsOf(bytes), [
      { line: 1, cells: ['SKU', 'Min'] },
      { line: 3, cells: ['A', 19.9] },
      { line: 4, cells: ['B', 0.3] },
      { line: 5, cells: ['C', 'true'] },
    ]);
  });
});

describe('a hostile workbook', () => {
  it('is read if it is missing', async () => {
    const cells = '<c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="B1"><v>1</v></c>';
    assert.deepEqual(await rowsOf(zip(workbook(cells))), [{ line: 1, cells: ['SKU', 1] }]);
  });

  it('is refused if it unpacks to too much, by its declared or its actual size', async () => {
    const bomb = 'a'.repeat(20 * 1024 * 1024);
    const honest = Array.from({ length: 9 }, (_, n) => ({ name: `xl/${n}.xml`, text: bomb }));
    assert.equal(await faultOf(zip(honest)), 'expands_too_far');
    assert.equal(
      await faultOf(zip([{ name: 'xl/worksheets/sheet1.xml', text: bomb, says: 1_000 }])),
      'expands_too_far',
    );
    const many = Array.from({ length: 600 }, (_, n) => ({ name: `${n}`, text: '' }));
    assert.equal(await checkZip(zip(many)), 'expands_too_far');
  });

  it('is refused where it brings entities', async () => {
    const head = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    const cells = '<c r="A1" t="inlineStr"><is><t>&b;</t></is></c>';
    assert.equal(await faultOf(zip(workbook(cells, head))), 'not_a_sheet');
    assert.equal(
      await faultOf(zip(workbook(cells, '<!ENTITY x SYSTEM "file:///etc/passwd">'))),
      'not_a_sheet',
    );
  });

  it('is refused where it is broken, encrypted, or no workbook', async () => {
    const good = zip(workbook('<c r="A1"><v>1</v></c>'));
    assert.equal(await faultOf(good.subarray(0, good.length - 30)), 'not_a_sheet');
    assert.equal(await faultOf(zip([{ name: 'a.xml', text: '<a/>' }])), 'not_a_sheet');
    const cut = new Uint8Array(good);
    cut.fill(0, 40, 120);
    assert.equal(await faultOf(cut), 'not_a_sheet');
  });

  it('gives the value of a formula, never the formula', async () => {
    const cells =
      '<c r="A1" t="str"><f>HYPERLINK("http://x")</f><v>=cmd</v></c><c r="B1"><f>1+1</f><v>2</v></c>';
    assert.deepEqual(await rowsOf(zip(workbook(cells))), [{ line: 1, cells: ['=cmd', 2] }]);
  });
});

describe('the words', () => {
  const LOCALES = ['pt', 'en', 'es'] as const;
  /** The words of files of earlier versions, which users may still have. */
  const FORMER = {
    strategy: { WIN: ['Vencer', 'Win', 'Ganar'], LOSE: ['Perder', 'Lose', 'Perder'] },
    control: { REGAIN: ['Retomar', 'Regain', 'Recuperar'], LOSE: ['Ceder', 'Lose', 'Ceder'] },
  } as const;
  const FORMER_NAMES = {
    requiresApproval: ['Exige aprovação', 'Requires approval', 'Requiere aprobación'],
    control: ['Controle do preço', 'Price control', 'Control del precio'],
    safeMargin: ['Margem de segurança (%)', 'Safety margin (%)', 'Margen de seguridad (%)'],
    competition: ['Onde se aplica', 'Where it applies', 'Dónde se aplica'],
    status: ['Status da regra', 'Rule status', 'Estado de la regla'],
  } as const;

  it('of our own files are read by their meaning, and so are those of before', () => {
    for (const locale of LOCALES) {
      for (const field of FIELDS) assert.equal(fieldOf(headingOf(field, locale), []), field);
      for (const field of ['strategy', 'control'] as const)
        for (const [value, former] of Object.entries(FORMER[field]))
          for (const word of [wordFor(field, value, locale), ...former])
            assert.equal(meantBy(field, word), value, word);
    }
    for (const [field, names] of Object.entries(FORMER_NAMES))
      for (const name of names) assert.equal(fieldOf(name, []), field, name);
    assert.equal(fieldOf('ASIN', ['asin']), 'skuMarketplace');
  });

  it('of cells are listed in the help of the column and in the fault of a wrong cell', () => {
    for (const locale of LOCALES)
      for (const [field, fault, values] of [
        ['strategy', 'strategy_unknown', STRATEGY_KEYS],
        ['control', 'control_unknown', ['REGAIN', 'LOSE']],
      ] as const)
        for (const value of values)
          for (const text of [faultText(fault, locale), meaningOf(field, locale)])
            assert.ok(text.includes(wordFor(field, value, locale)), text);
  });
});

describe('a row', () => {
  const columns = columnsOf(
    [
      'ID',
      'SKU',
      'ASIN/MLB',
      'Link',
      'Minimum price',
      'Maximum price',
      'Safety margin (%)',
      'Rule status',
      'Requires approval',
      'Price control',
      'Where it applies',
    ],
    [],
  );
  const HOSTS = ['amazon.com.br'];
  const codes = (...cells: (string | number)[]) =>
    readRow(columns, { line: 2, cells }, HOSTS).faults.map(({ code }) => code);

  for (const [what, cells, wanted] of [
    ['names nothing', ['', '', '', '', '1'], ['key_missing']],
    ['has an id that is none', ['1.5'], ['id_invalid']],
    ['has a code with blanks', ['', '', 'MLB 1'], ['sku_marketplace_invalid']],
    ['has a SKU that is too long', ['', 'x'.repeat(101)], ['sku_invalid']],
    ['links to anywhere', ['1', '', '', 'https://amazon.com.br.evil.test/dp/1'], ['link_host']],
    ['links to a script', ['1', '', '', 'javascript:alert(1)'], ['link_invalid']],
    ['links to a marketplace', ['1', '', '', 'https://www.amazon.com.br/dp/B01'], []],
    ['has a negative minimum', ['1', '', '', '', '-1'], ['not_negative']],
    ['has a minimum of nothing', ['1', '', '', '', 0], ['greater_than_zero']],
    ['may mean two numbers', ['1', '', '', '', '1,299'], ['number_ambiguous']],
    ['has a number with three decimals', ['1', '', '', '', 1.299], ['two_decimals']],
    ['has too large a maximum', ['1', '', '', '', '', 1e9], ['too_large']],
    ['has a margin over 100', ['1', '', '', '', '', '', '100,5 %'], ['over_100']],
    ['has a status of 3', ['1', '', '', '', '', '', '', '3'], ['status_unknown']],
    ['has an approval of perhaps', ['1', '', '', '', '', '', '', '', '?'], ['approval_unknown']],
    ['has an unknown control', ['1', '', '', '', '', '', '', '', '', '?'], ['control_unknown']],
    ['applies nowhere', ['1', '', '', '', '', '', '', '', '', '', '?'], ['competition_unknown']],
    ['has a cell too many', [...Array(11).fill('1').fill('', 1), 'x'], ['too_many_columns']],
    ['is endless', ['1', 'x'.repeat(6_000)], ['line_too_long']],
  ] as const)
    it(`that ${what}`, () => assert.deepEqual(codes(...cells), wanted));

  it('applies its cells, in each language', () => {
    const { patch, keys } = readRow(
      columns,
      {
        line: 2,
        cells: [
          '7',
          '',
          '',
          '',
          'R$ 1.299,90',
          '1,500.00',
          '2.5',
          'ativa',
          'sí',
          'Ceder',
          'fora do Buybox',
        ],
      },
      HOSTS,
    );
    assert.deepEqual(keys, { listingId: '7' });
    assert.deepEqual(patch, {
      min_price: 129_990,
      max_price: 150_000,
      status: 'enabled',
      settings: {
        safeMargin: 2.5,
        requiresApproval: true,
        control: 'LOSE',
        competition: 'EXTERNAL',
      },
    });
  });

  it('needs a column that identifies the listing and one with values, without duplicates', () => {
    const fault = (...names: string[]) => faultOfColumns(columnsOf(names, []))?.code ?? null;
    assert.equal(fault('Preço mínimo'), 'no_key_column');
    assert.equal(fault('SKU', 'nota'), 'no_value_column');
    assert.equal(fault('SKU', 'mínimo', 'Minimum price'), 'column_twice');
    assert.equal(fault('SKU', 'Nota', 'precio  MINIMO'), null);
  });
});
