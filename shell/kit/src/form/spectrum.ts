// The parts of React Spectrum that the first page does not need: they come with the forms.
export {
  CheckboxGroup,
  DatePicker,
  DateRangePicker,
  type DateValue,
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  DropZone,
  FileTrigger,
  Radio,
  RadioGroup,
  Switch,
  TextArea,
} from '@adobe/react-spectrum';
