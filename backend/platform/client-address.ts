import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A proxy, or a whole network of them. */
export type Network = readonly [Address, number];

/** An address as it was written: with a port, in brackets, an IPv4 one inside of IPv6. Null: none. */
function parse(text: string): Address | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/**
 * Reads `10.0.0.1, 192.168.0.0/16, ::1` into networks.
 * @throws Error where one of them is no address
 */
export const parseNetworks = (text: string): Network[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry): Network => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.process(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );

/**
 * The client's address: the socket's; if that is a trusted proxy, the last one of `X-Forwarded-For` that is not, since the
 * caller can forge the entries before it.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string | null,
  trusted: readonly Network[],
): string {
  let client = parse(socket);
  if (client === null) return socket;
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  while (isIn(client, trusted)) {
    const hop = parse(hops.pop() ?? '');
    if (hop === null) break;
    client = hop;
  }
  return client.toString();
}

/** The network of one customer of a provider: an IPv4 address, or the 64 bits of an IPv6 network. */
export function neighbourhoodOf(address: string): string {
  const parsed = parse(address);
  if (parsed === null || parsed.kind() === 'ipv4') return parsed?.toString() ?? address;
  const bytes = parsed.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/64`;
}
