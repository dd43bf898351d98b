/** The npm that started this process, else the one on the path: the command and its first arguments. */
export function npm() {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [script] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}
