// What forms are made of: an entry of its own, so that a page without one does not fetch it.
export { NumberControl, PercentControl, PriceControl } from './amount-controls.tsx';
export {
  PickerControl,
  RadioControl,
  SwitchControl,
  TextControl,
} from './controls.tsx';
export { DateTimeControl, DayControl } from './date-control.tsx';
export { DayRangeField } from './day-range-field.tsx';
export { faultsToForm } from './faults.ts';
export { useFollowStored } from './follow-stored.ts';
export { LeaveDialog, LeaveGuard } from './leave-guard.tsx';
export { PriceField } from './price-field.tsx';
export {
  CheckboxGroup,
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  DropZone,
  FileTrigger,
  Radio,
  RadioGroup,
  TextArea,
} from './spectrum.ts';
