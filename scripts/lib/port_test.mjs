import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { readPort, reservePort } from './port.mjs';

/** @returns {Promise<{ port: number, close: () => Promise<unknown> }>} */
const serve = (/** @type {string} */ body) =>
  new Promise((resolve) => {
    const server = createServer((_request, answer) => answer.end(body));
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () => {
        server.closeAllConnections();
        return new Promise((closed) => server.close(closed));
      };
      resolve({ port, close });
    });
  });

const OURS = JSON.stringify({ status: 'ok', version: '1', database: true, jobs: true });

describe('the port', () => {
  it('is 8080 where nothing is set', () => {
    assert.equal(readPort(undefined), 8080);
    assert.equal(readPort(''), 8080);
    assert.equal(readPort(' 9000 '), 9000);
  });

  for (const wrong of ['0', '65536', '80 80', 'http', '-1', '8e3', '80.5']) {
    it(`is not '${wrong}'`, () => {
      assert.throws(() => readPort(wrong), /PORT is '.*'; it has to be a number from 1 to 65535/);
    });
  }

  it('is reserved where it is free', async () => {
    const { port, close } = await serve('');
    await close();
    await reservePort(port, () => assert.fail('nothing to say'));
  });

  it('is refused at once where another program holds it, with the port and the setting named', async () => {
    const { port, close } = await serve('hello');
    await assert.rejects(
      reservePort(port, () => assert.fail('nothing to wait for')),
      (/** @type {Error} */ error) =>
        error.message.includes(`Port ${port} is taken by another program`) &&
        error.message.includes('setting PORT'),
    );
    await close();
  });

  it('is waited for where a stopping Primazia holds it', async () => {
    const { port, close } = await serve(OURS);
    setTimeout(close, 600);
    /** @type {string[]} */
    const said = [];
    await reservePort(port, (line) => said.push(line));
    assert.equal(said.length, 1);
  });

  it('is refused if a Primazia keeps running there', async () => {
    const { port, close } = await serve(OURS);
    await assert.rejects(
      reservePort(port, () => {}, 500),
      /a Primazia is already running there/,
    );
    await close();
  });
});
