// What forms are made of: an entry of its own, so that a page without one does not fetch it.
export { NumberControl, PercentControl, PriceControl } from './amount-controls.tsx';
export {
  type ControlProps,
  type Option,
  PickerControl,
  RadioControl,
  SwitchControl,
  TextControl,
} from './controls.tsx';
export { DateTimeControl } from './date-control.tsx';
export { type DayRange, DayRangeField } from './day-range-field.tsx';
export { useFollowStored } from './follow-stored.ts';
export { PercentField, PriceField, type PriceFieldProps } from './price-field.tsx';
export * from './spectrum.ts';
