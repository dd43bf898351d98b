import path from 'node:path';
import { defineApp } from '@primazia/kit/rspack';

const shell = defineApp({
  name: 'shell',
  dir: import.meta.dirname,
  entry: { main: './src/index.ts' },
  html: './index.html',
});

/** The early requests while the shell is loading: without shared packages, and so without federation. */
const ahead = {
  name: 'ahead',
  // The shell's build clears the folder, so it has to run first.
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
