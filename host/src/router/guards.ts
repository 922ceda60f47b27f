import type { GuardedPage } from './hostPages.ts';

/** What the guards know of the visitor. */
export interface Visitor {
  /** A stored token, permissions or profile. */
  readonly hasSession: boolean;
  readonly mayDo: (ability: string) => boolean;
  /** The stored role (specification 4): `admin` after every sign-in. */
  readonly role: 'admin' | null;
  /** Name of the route that is being left; null after a reload. */
  readonly from: string | null;
}

export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'logout' }
  | { readonly kind: 'blank' }
  /** Whoever is signed in does not see the sign-in pages. */
  | { readonly kind: 'away' }
  | { readonly kind: 'fallback'; readonly route: string };

const PASS: Verdict = { kind: 'pass' };

/**
 * The guard rules of specification 2 and 6, in their order and in this one place: session, role,
 * ability, check-auth, required predecessor. (Logout and titles are no conditions: the routes do them.)
 */
export function decide(page: GuardedPage, { hasSession, mayDo, role, from }: Visitor): Verdict {
  if (page.access !== 'public' && !hasSession) return { kind: 'logout' };
  if (page.roles === 'admin' && role !== 'admin') return { kind: 'blank' };
  const mayView = page.skipAbility === true || page.page === null || mayDo(`${page.page}:view`);
  const mayMore = page.needs === undefined || mayDo(page.needs);
  if (!mayView || !mayMore) return { kind: 'blank' };
  if (page.checkAuth && hasSession) return { kind: 'away' };
  const { requiresPrevious } = page;
  // Staying on the page (a change of its query) is not a new visit.
  if (requiresPrevious && from !== page.name && from !== requiresPrevious.name) {
    return { kind: 'fallback', route: requiresPrevious.fallback };
  }
  return PASS;
}

/**
 * The path of `?redirect=` when it leads to a page of this origin that is not a sign-in page, else
 * null (domain-conventions "Authentication"): anything else would be a take-over link.
 */
export function safeRedirect(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('redirect');
  // A backslash counts as a slash in an address: "/\evil.example" leaves the origin.
  if (!wanted?.startsWith('/') || /^[/\\]{2}|[\\\p{Cc}]/u.test(wanted)) return null;
  const url = new URL(wanted, origin);
  if (url.origin !== origin) return null;
  if (/^\/(login|register|forgot-password|logout)\/?$/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Where a signed-in person goes from the sign-in pages. */
export function homeOf(mayDo: (ability: string) => boolean): string {
  return mayDo('dashboard:view') ? '/dashboard' : '/';
}

/**
 * `/logout` that brings the person back to where they were, when they sign in again. A call refused
 * while somebody signs out finds them there already.
 */
export function logoutPath({ pathname, search }: { pathname: string; search: string }): string {
  const here = pathname + search;
  return here === '/' || pathname === '/logout'
    ? '/logout'
    : `/logout?redirect=${encodeURIComponent(here)}`;
}
