// What a page shares under the one name `@primazia/kit`, whichever entry imports it (see rspack/shared.mjs).
export * from './chart/index.ts';
// Modules of earlier releases import these by the name of the whole kit. They are removed when no such module runs any
// more.
export { timelineOf } from './chart/timeline.ts';
export { showError as tellError } from './errors/error-text.ts';
export { faultsToForm } from './form/faults.ts';
export { LeaveDialog, LeaveGuard } from './form/leave-guard.tsx';
export { CancelIcon } from './icons.ts';
export * from './index.ts';
export * from './list/index.ts';
export { MARKETPLACE_NAMES } from './listing/earlier-names.ts';
export { useIsMounted as useStands } from './module/use-is-mounted.ts';
export * from './ui.ts';
