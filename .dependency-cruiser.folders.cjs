// Rule 1 of 'Who may import whom' for folders: no folder depends on another in a circle. A folder counts with all that
// is in it. Tests are left out: they sit beside what they test and may import from anywhere.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-folders',
      comment: '1. Two folders that need each other are one folder, or miss a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(?:backend|design-tokens|mfe-[^/]+|shell)/' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    metrics: true,
    exclude: { path: [...options.exclude.path, '(?:_(?:test|soak)[.]ts|[.]test[.]tsx?)$'] },
  },
};
