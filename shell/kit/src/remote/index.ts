export { isUnfetched, type ShareScopes } from './container.ts';
export { type LoadFailure, RemoteError } from './failure.ts';
export {
  parseOwnBuild,
  parseRegistry,
  type Registry,
  type RegistryRules,
  type RemoteModule,
  type SidebarEntry,
} from './registry.ts';
export {
  createRemotes,
  type LoadedModule,
  PATIENCE_MS,
  type RemoteIncident,
  type Remotes,
  type RemotesParts,
} from './remotes.ts';
