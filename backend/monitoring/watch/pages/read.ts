// Reads a page of a product as seldom and as openly as its host may expect: under our name, within its robots.txt, and never around a
// refusal. Only what was read of a page is stored.
import type { Offer } from '../../../kernel/market.ts';
import type { PageReading, ProductPages } from '../../../kernel/product-page.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { Config } from '../../../platform/config.ts';
import { createSafeFetch } from '../../../platform/safe-fetch.ts';
import type { ClosedReason } from '../engine/state.ts';
import { AGENT, mayRead } from './engine/robots.ts';
import { statedPrice } from './engine/structured.ts';

/** The text at an address, or the code of a download that failed. */
export type FetchText = (url: string, signal: AbortSignal) => Promise<Result<string, string>>;

const TIMEOUT_MS = 20_000;
const MOST_BYTES = 5_000_000;

/** Downloads from the hosts that an installation allows, under our name and with an address for complaints. */
export function pageFetch({ hosts, contact }: Config['pageLook']): FetchText {
  const download = createSafeFetch({
    allowedHosts: hosts,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    headers: { 'user-agent': `${AGENT} (+${contact})` },
  });
  return async (url, signal) => {
    const answer = await download(url, signal);
    if (!answer.ok) return fail(answer.error.code);
    try {
      return ok(await new Response(answer.value).text());
    } catch (error) {
      return fail((error as { code?: string }).code ?? 'unreachable');
    }
  };
}

/** The result of reading one page. */
export type PageAnswer =
  | Extract<PageReading, { kind: 'product' }>
  | { kind: 'closed'; reason: ClosedReason }
  /** Its host did not answer, or only in part. */
  | { kind: 'unanswered' };

const REFUSED = new Set(['http_401', 'http_403', 'http_429', 'http_451']);
const GONE = new Set(['http_404', 'http_410', 'redirected']);
/** Text on a page that replaces another one for a client that may be a program. */
const CHALLENGE = /sec-cpt|bm-verify|awswaf|captcha|Access Denied|account-verification/i;

const closed = (reason: ClosedReason): PageAnswer => ({ kind: 'closed', reason });

/** The robots.txt of a host; empty: it has none, so everything may be read. */
export async function readRobots(
  fetchText: FetchText,
  host: string,
  signal: AbortSignal,
): Promise<Result<string, 'refused' | 'unanswered'>> {
  const answer = await fetchText(`https://${host}/robots.txt`, signal);
  if (answer.ok) return answer;
  if (REFUSED.has(answer.error)) return fail('refused');
  // A redirected robots.txt is not followed, and forbids everything.
  if (answer.error === 'redirected') return ok('User-agent: *\nDisallow: /');
  return /^http_4\d\d$/.test(answer.error) ? ok('') : fail('unanswered');
}

/** Reads the page of a product, where its host allows it. */
export async function readPage(
  fetchText: FetchText,
  pages: ProductPages,
  of: { productId: string; sellerId: string | null; marketplaceId: number },
  robots: string,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const address = new URL(pages.addressOf(of.productId, of.sellerId));
  if (!mayRead(robots, address.pathname + address.search)) return closed('robots');
  const answer = await fetchText(address.href, signal);
  if (!answer.ok) {
    if (REFUSED.has(answer.error)) return closed('page_refused');
    if (GONE.has(answer.error)) return closed('not_found');
    return answer.error === 'too_large' ? closed('page_unreadable') : { kind: 'unanswered' };
  }
  const reading = pages.read(answer.value, of.productId);
  if (reading.kind === 'product') return reading;
  if (reading.kind === 'ambiguous') return closed('ambiguous');
  return stated(answer.value, pages, of);
}

/** What a page of unknown form declares for programs; it does not name the seller. */
function stated(
  html: string,
  { currencyCode }: ProductPages,
  { sellerId, marketplaceId }: { sellerId: string | null; marketplaceId: number },
): PageAnswer {
  const found = statedPrice(html);
  if (found.kind === 'ambiguous') return closed('ambiguous');
  if (found.kind === 'none')
    return closed(CHALLENGE.test(html) ? 'page_refused' : 'page_unreadable');
  const isForeign = found.currencyCode !== '' && found.currencyCode !== currencyCode;
  if (isForeign || sellerId !== null || found.title === null) return closed('page_unreadable');
  const offer: Offer = {
    offerId: null,
    sellerId: '',
    sellerName: '',
    marketplaceId,
    price: found.price,
    shippingPrice: null,
    shippingTimeHours: null,
    fulfillment: null,
    reputation: null,
    listingTypeId: null,
    condition: 'new',
    available: found.isAvailable,
    position: 1,
    isOwn: false,
    comparison: 'IDENTICAL',
  };
  return { kind: 'product', title: found.title, brand: null, offers: [offer], total: 1 };
}
