export { type LoadFailure, RemoteError } from './failure.ts';
export { isUnfetched } from './federation.ts';
export {
  parseOwnBuild,
  type Registry,
  type RemoteModule,
  type SidebarEntry,
} from './registry.ts';
export {
  createRemotes,
  PATIENCE_MS,
  type RemoteIncident,
  type Remotes,
} from './remotes.ts';
