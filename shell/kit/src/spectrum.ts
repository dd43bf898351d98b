import type { SpectrumMenuProps, SpectrumPickerProps } from '@adobe/react-spectrum';
import { Children, createElement, type ReactNode } from 'react';
import { deferred } from './deferred/deferred.tsx';

// The suite imports React Spectrum only here and in form/spectrum.ts. The kit is shared, so its contexts exist on a
// page once; a component that is imported elsewhere finds no Provider.
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
// What a shadow root needs of the libraries below Spectrum, whose flags and contexts are Spectrum's own.
export { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
export { enableShadowDOM } from 'react-stately/private/flags/flags';

/** A page without rows loads its help marks after this time at the latest. */
const HELP_WAIT_MS = 2_000;
const PICKER_WAIT_MS = 500;

// Parts that no page shows first, or only once they are opened: they are loaded in one piece after the first rows.
export const AlertDialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/AlertDialog'))
      .AlertDialog,
);
export const Checkbox = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '@adobe/react-spectrum/Checkbox')).Checkbox,
);
/** It is in the header of a list's table, which is rendered before the rows are fetched: they take precedence. */
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
/** It is at the edge of a first rendering: its place is reserved until it is loaded. */
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
