import path from 'node:path';
import { defineApp } from '@primazia/kit/rspack';

const shell = defineApp({
  name: 'shell',
  dir: import.meta.dirname,
  entry: { main: './src/index.ts' },
  html: './index.html',
});

/** What asks ahead while the shell is on its way: nothing that is shared, and so none of federation. */
const ahead = {
  name: 'ahead',
  // The shell's build clears the folder.
  dependencies: ['shell'],
  context: import.meta.dirname,
  mode: shell.mode,
  devtool: shell.devtool,
  target: shell.target,
  entry: { ahead: './src/begin.ts' },
  output: { path: path.join(import.meta.dirname, 'dist'), filename: '[name].js' },
  resolve: { extensions: ['.ts', '.mjs', '.js'] },
  module: { rules: shell.module?.rules?.slice(0, 1) },
};

export default [shell, ahead];
