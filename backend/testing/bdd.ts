// Stands in for @std/testing/bdd, which lives on JSR only: the same names over node:test.
export {
  after as afterAll,
  afterEach,
  before as beforeAll,
  beforeEach,
  describe,
  it,
} from 'node:test';
