/**
 * React Aria looks ids up in the document: whether the title of a dialog or the error of a field is drawn, before a name
 * or a description points at it. Elements of a shadow root are not found from there, so an embedded dialog would have no
 * name. `__primazia.find` of the embed loader looks into our shadow roots.
 * Upstream: https://github.com/adobe/react-spectrum/pull/7687 (support of shadow roots, open).
 */
const FIND = '((id) => document.getElementById(id) ?? globalThis.__primazia?.find(id) ?? null)(';

/** The files that do so, as paths within its folder: other files need not pass through a loader. */
export const LOOKUPS = [
  'autocomplete/useAutocomplete.mjs',
  'combobox/useComboBox.mjs',
  'datepicker/useDatePicker.mjs',
  'datepicker/useDateRangePicker.mjs',
  'focus/virtualFocus.mjs',
  'slider/useSlider.mjs',
  'utils/useId.mjs',
];

/**
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 * @param {string} [map] kept as it is: the line is the same, and nothing after it on that line matters
 */
export default function find(source, map) {
  this.callback(null, source.replace(/(?<![\w$.])document\.getElementById\(/g, FIND), map);
}
