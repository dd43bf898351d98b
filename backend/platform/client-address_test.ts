import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { clientAddress, neighbourhoodOf, parseNetworks } from './client-address.ts';

const PROXIES = parseNetworks('10.0.0.0/8, 192.0.2.7, fd00::/8');

describe('the address of a caller', () => {
  const cases: [name: string, socket: string, forwarded: string | null, expected: string][] = [
    ['is the socket where nothing stands between', '203.0.113.5', null, '203.0.113.5'],
    ['is not what a stranger claims', '203.0.113.5', '198.51.100.9', '203.0.113.5'],
    ['is what a trusted proxy tells', '10.1.2.3', '198.51.100.9', '198.51.100.9'],
    [
      'is not what was claimed before the proxy',
      '10.1.2.3',
      '1.2.3.4, 198.51.100.9',
      '198.51.100.9',
    ],
    ['is found behind two proxies', '192.0.2.7', '198.51.100.9, 10.4.4.4', '198.51.100.9'],
    ['is the proxy where it tells nothing', '10.1.2.3', null, '10.1.2.3'],
    ['is the proxy where it tells nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['is the outermost where all are trusted', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['may carry a port', '10.1.2.3', '198.51.100.9:5123', '198.51.100.9'],
    ['may be of IPv6, in brackets', 'fd00::1', '[2001:db8::9]:443', '2001:db8::9'],
    ['is of IPv4 where it is wrapped', '::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['may be none at all', 'unknown', '198.51.100.9', 'unknown'],
  ];
  for (const [name, socket, forwarded, expected] of cases) {
    it(name, () => assert.equal(clientAddress(socket, forwarded, PROXIES), expected));
  }

  it('is the socket where no proxy is trusted', () => {
    assert.equal(clientAddress('10.1.2.3', '198.51.100.9', []), '10.1.2.3');
  });

  it('is refused as a setting if it is invalid', () => {
    assert.throws(() => parseNetworks('10.0.0.0/8, proxy.example'));
    assert.throws(() => parseNetworks('10.0.0.0/33'));
    assert.deepEqual(parseNetworks(' , '), []);
  });

  it('is grouped by prefix in IPv6, and counts individually in IPv4', () => {
    assert.equal(neighbourhoodOf('203.0.113.5'), '203.0.113.5');
    assert.equal(neighbourhoodOf('2001:db8:1:2:3::4'), neighbourhoodOf('2001:db8:1:2:ffff::9'));
    assert.notEqual(neighbourhoodOf('2001:db8:1:2::1'), neighbourhoodOf('2001:db8:1:3::1'));
    assert.equal(neighbourhoodOf('unknown'), 'unknown');
  });
});
