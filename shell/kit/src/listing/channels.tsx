import type { ListingChannel } from '@primazia/backend/kernel/listing';
import type { KitTranslate } from './translate.ts';

/** A price tag, and a shop front. */
const DRAWINGS: Readonly<Record<ListingChannel, string>> = {
  marketplace: 'M1 1h4.5L11 6.5 6.5 11 1 5.5zM3.2 3.2h.1',
  mshops: 'M1.5 5v6h9V5M.8 4.6 2 1h8l1.2 3.6zM5 11V8h2v3',
};

/** Where a listing is shown, as small drawings with a name each. */
export function Channels({
  t,
  channels,
}: {
  t: KitTranslate;
  channels: readonly ListingChannel[];
}) {
  return channels.map((channel) => (
    <svg
      key={channel}
      className="pz-channel"
      viewBox="0 0 12 12"
      role="img"
      aria-label={t(`listing.channel.${channel}`)}
    >
      <title>{t(`listing.channel.${channel}`)}</title>
      <path d={DRAWINGS[channel]} />
    </svg>
  ));
}
