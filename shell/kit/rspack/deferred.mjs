import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('./deferred-loader.mjs', import.meta.url));

/** Files of Spectrum whose component draws nothing while it is closed: with the source of what tells that it is open. */
const OPENED = [
  [['overlays/Popover', 'overlays/Tray', 'overlays/Modal'], '({ state }) => state.isOpen'],
  [['overlays/Overlay'], '({ isOpen }) => isOpen'],
];

/** Those that no page shows first, or that stand in what is opened. */
const UNSEEN = [
  'checkbox/Checkbox',
  'dialog/AlertDialog',
  'dialog/Dialog',
  'illustratedmessage/IllustratedMessage',
  'inlinealert/InlineAlert',
  'menu/Menu',
  'progress/ProgressCircle',
  'searchfield/SearchField',
  'textfield/TextField',
  'toast/Toast',
  'toast/Toaster',
  'tooltip/Tooltip',
];

/** What a first drawing has at its edge. */
const AT_THE_EDGE = ['picker/Picker'];

/** Icons of the first drawing: of the frame, of the toolbar of a list, and of its rows. */
const ICONS_AT_FIRST = [
  'Add',
  'AlertCircle',
  'Archive',
  'Beaker',
  'Bell',
  'Building',
  'CheckmarkCircle',
  'ChevronDown',
  'ChevronLeft',
  'ChevronRight',
  'Clock',
  'Close',
  'Download',
  'Edit',
  'FileData',
  'Filter',
  'Globe',
  'Heart',
  'HelpOutline',
  'History',
  'Info',
  'Link',
  'LinkOut',
  'Money',
  'More',
  'PeopleGroup',
  'RemoveCircle',
  'Search',
  'Settings',
  'ShowMenu',
  'SortOrderDown',
  'TaskList',
  'Trophy',
  'ViewColumn',
  'WebPage',
];

const fileOf = (/** @type {string[]} */ names) =>
  new RegExp(
    `[\\\\/]@adobe[\\\\/]react-spectrum[\\\\/]dist[\\\\/]private[\\\\/](${names.join('|')})\\.mjs$`,
  );

const resourceQuery = { not: [/whole/] };

/** Rules by which a page fetches what it does not show first after its first rows, in one piece. */
export const deferredRules = [
  ...OPENED.map(([names, isNeeded]) => ({
    test: fileOf(/** @type {string[]} */ (names)),
    resourceQuery,
    loader,
    options: { isNeeded },
  })),
  { test: fileOf(UNSEEN), resourceQuery, loader },
  { test: fileOf(AT_THE_EDGE), resourceQuery, loader, options: { mayWait: true } },
  {
    test: /[\\/]@spectrum-icons[\\/]workflow[\\/]\w+\.module\.mjs$/,
    exclude: new RegExp(`[\\\\/](${ICONS_AT_FIRST.join('|')})\\.module\\.mjs$`),
    resourceQuery,
    loader,
    options: { isIcon: true },
  },
];
