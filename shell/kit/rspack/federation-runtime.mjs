// In place of federation's runtime in every build: what its bundler side and the shell call. The rest of it finds and
// fetches containers, which the kit does itself.
export { createInstance, getInstance, init } from '@module-federation/runtime/bundler';

export function getRemoteEntry() {
  throw new Error('Federation fetches nothing here: the kit opens containers.');
}
