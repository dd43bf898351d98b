// Replaces @std/testing/bdd, which is published on JSR only: the same functions over node:test, and no others.
import * as node from 'node:test';
import { declare } from './test-file.ts';

type Hook = () => unknown;

export const describe = (name: string, body: () => void) =>
  declare(() => node.describe(name, body));
export const it = (name: string, body: () => void | Promise<void>) =>
  declare(() => node.it(name, body));
export const beforeAll = (hook: Hook) => declare(() => node.before(hook));
export const afterAll = (hook: Hook) => declare(() => node.after(hook));
export const beforeEach = (hook: Hook) => declare(() => node.beforeEach(hook));
export const afterEach = (hook: Hook) => declare(() => node.afterEach(hook));
