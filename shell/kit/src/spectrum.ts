import type { SpectrumMenuProps, SpectrumPickerProps } from '@adobe/react-spectrum';
import { Children, createElement, type ReactNode } from 'react';
import { deferred } from './deferred/deferred.tsx';

// Here and in form/spectrum.ts alone the suite imports React Spectrum. The kit is shared, so its contexts stand on a
// page once; a component imported beside it finds no Provider.
export {
  ActionButton,
  Button,
  ButtonGroup,
  type ColorScheme,
  Content,
  DialogTrigger,
  Divider,
  defaultTheme,
  Flex,
  Header,
  Heading,
  Item,
  MenuTrigger,
  ProgressBar,
  Provider,
  Section,
  Text,
  type TextFieldRef,
  type Theme,
  ToastContainer,
  ToastQueue,
  TooltipTrigger,
  VisuallyHidden,
} from '@adobe/react-spectrum';
// What a place inside of a shadow root needs of the libraries below Spectrum, whose flags and contexts are Spectrum's own.
export { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
export { enableShadowDOM } from 'react-stately/private/flags/flags';

/** A page without rows brings its help marks after this at the latest. */
const HELP_WAIT_MS = 2_000;
const PICKER_WAIT_MS = 500;

// What no page shows first, or only once it is opened: it comes in one piece after the first rows.
export const AlertDialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/AlertDialog'))
      .AlertDialog,
);
export const Checkbox = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Checkbox')).Checkbox,
);
/** Is in the head of a list's table, which is drawn before its rows are asked for: they come first. */
export const ContextualHelp = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/ContextualHelp'))
      .ContextualHelp,
  undefined,
  HELP_WAIT_MS,
  () => createElement('span', { className: 'pz-help-mark-place', 'aria-hidden': true }),
);
export const Dialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Dialog')).Dialog,
);
export const DialogContainer = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/DialogContainer'))
      .DialogContainer,
  ({ children }) => Children.toArray(children).length > 0,
);
export const IllustratedMessage = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/IllustratedMessage'))
      .IllustratedMessage,
);
export const InlineAlert = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/InlineAlert'))
      .InlineAlert,
);
export const Menu = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Menu')).Menu,
) as <Entry>(props: SpectrumMenuProps<Entry>) => ReactNode;
/** Is at the edge of a first drawing: its place is kept until it comes. */
export const Picker = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Picker')).Picker,
  undefined,
  PICKER_WAIT_MS,
) as <Entry>(props: SpectrumPickerProps<Entry>) => ReactNode;
export const ProgressCircle = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/ProgressCircle'))
      .ProgressCircle,
);
export const SearchField = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/SearchField'))
      .SearchField,
);
export const TextField = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/TextField')).TextField,
);
export const Tooltip = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Tooltip')).Tooltip,
);
