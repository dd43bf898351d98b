import type { SiteEnvironment } from '../platform/contract.ts';

export interface PolicySettings {
  /** Where people reach the product. */
  publicUrl: string;
  environment: SiteEnvironment;
  /** Other origins that modules may come from. */
  moduleOrigins: readonly string[];
}

/** Where a module in development is served, with the socket that reports changes. */
const LOCAL = ['http://localhost:*', 'ws://localhost:*'];

/** The hashes of the two style sheets that Spectrum adds to the page. */
const BY_SPECTRUM = [
  // What can be pressed is not zoomed by a double tap.
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  // On iOS, what lies behind a dialog does not scroll.
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
];

/**
 * The Content Security Policy of the shell's pages (https://www.w3.org/TR/CSP3/): code only from files of the product and of
 * the allowed origins of modules, no inline code and no code from strings.
 *
 * Style sheets come from files too, but for Spectrum's two. What is placed by code (popovers, charts) gets its styles
 * through the DOM, which no policy forbids, so styles written into the page are not needed either. Pictures of listings come
 * from the marketplaces, the sandbox's under our public name, whatever name the page was opened by.
 */
export function pagePolicy({ publicUrl, environment, moduleOrigins }: PolicySettings): string {
  const own = new URL(publicUrl);
  const socket = `${own.protocol === 'https:' ? 'wss' : 'ws'}://${own.host}`;
  const modules = [...moduleOrigins, ...(environment === 'production' ? [] : LOCAL.slice(0, 1))];
  const local = environment === 'production' ? [] : LOCAL;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...modules],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...BY_SPECTRUM, ...modules],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'https:', publicUrl],
    'font-src': ["'self'", ...modules],
    // An entry that failed to load is fetched again, to find the reason.
    'connect-src': ["'self'", socket, ...modules, ...local],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}
