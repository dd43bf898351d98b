// Stands in for @std/testing/bdd, which lives on JSR only: the same names over node:test.
import * as node from 'node:test';

/** What a file says outside of its groups, while it is read as one of several that share a process. */
let said: (() => void)[] | null = null;

const inItsFile =
  <Args extends unknown[]>(say: (...args: Args) => void) =>
  (...args: Args): void => {
    if (said === null) say(...args);
    else said.push(() => say(...args));
  };

export const describe = inItsFile((name: string, body: () => void) => node.describe(name, body));
export const it = inItsFile((name: string, body: () => void | Promise<void>) =>
  node.it(name, body),
);
type Hook = () => unknown;
export const beforeAll = inItsFile((hook: Hook) => node.before(hook));
export const afterAll = inItsFile((hook: Hook) => node.after(hook));
export const beforeEach = inItsFile((hook: Hook) => node.beforeEach(hook));
export const afterEach = inItsFile((hook: Hook) => node.afterEach(hook));

/**
 * Makes a group of all tests of a file, so that its hooks are for them alone where several files share a process.
 * A file that cannot be read is a test that fails.
 * @param load imports the file, which nobody has imported before
 */
export async function testFile(name: string, load: () => Promise<unknown>): Promise<void> {
  const ofThisFile: (() => void)[] = [];
  said = ofThisFile;
  try {
    await load();
  } catch (error) {
    ofThisFile.splice(0, ofThisFile.length, () =>
      node.it('can be read', () => Promise.reject(error)),
    );
  }
  said = null;
  node.describe(name, () => {
    for (const say of ofThisFile) say();
  });
}
