// Several test files in one process, each with its own hooks: the modules of the product are loaded once for all of them.
import { describe, it } from 'node:test';

type Declaration = () => void;

/** The declarations of the file being loaded; null: a file that runs alone declares directly. */
let loading: Declaration[] | null = null;

export function declare(declaration: Declaration): void {
  if (loading === null) declaration();
  else loading.push(declaration);
}

/**
 * Puts all tests of a file into one group, so that its hooks apply to them only. A file that cannot be loaded becomes a
 * failing test.
 * @param load imports the file, which has not been imported before
 */
export async function testFile(name: string, load: () => Promise<unknown>): Promise<void> {
  let declarations: Declaration[] = [];
  loading = declarations;
  try {
    await load();
  } catch (error) {
    declarations = [() => it('can be loaded', () => Promise.reject(error))];
  }
  loading = null;
  describe(name, () => {
    for (const declaration of declarations) declaration();
  });
}
