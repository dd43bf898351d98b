/** The npm that started us, else the one on the path: the command, and the arguments that come first. */
export function npm() {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [script] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}
