// A list page: its state in the address, its columns, filters, selection and actions.
export { useAccountFields } from './account-fields.tsx';
export { useFilterText } from './chips.tsx';
export { type Declared, declareList, type ListDeclaration } from './declare-list.ts';
export { printTable } from './deferred.ts';
export { ListPage } from './list-page.tsx';
export { LIST_KEYS, type ListState, toListCall } from './state.ts';
export type {
  Choice,
  Choices,
  Column,
  FilterField,
  Frozen,
  RowAction,
  SearchChoices,
  Selection,
} from './types.ts';
export { type AlsoAsked, useListCall } from './use-list-call.ts';
export { type ListHandle, useListState } from './use-list-state.ts';
