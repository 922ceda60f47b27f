import type { LiveRemote } from '../../../kernel/index.ts';

/** One violation, without anything that says who met it: no page's address, no query, no sample. */
export interface Violation {
  readonly remote: string | null;
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
}

const MAX_REPORTS = 20;
const DIRECTIVE = /^[a-z-]{3,40}$/;
const KEYWORD = /^[a-z][a-z-]{1,29}$/;
const REMOTE_PATH = /^\/remotes\/(remote-[a-z][a-z0-9-]*)\//;

type Loose = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2000) : '');

/** The reports of a body, in the names of the newer of the two forms (Reporting API, CSP 3). */
function reportsOf(body: unknown): Loose[] {
  if (Array.isArray(body)) {
    return body.slice(0, MAX_REPORTS).flatMap((report) => {
      if (!isRecord(report) || report.type !== 'csp-violation') return [];
      return isRecord(report.body) ? [report.body] : [];
    });
  }
  const old = isRecord(body) ? body['csp-report'] : undefined;
  if (!isRecord(old)) return [];
  return [
    {
      blockedURL: old['blocked-uri'],
      sourceFile: old['source-file'],
      effectiveDirective:
        old['effective-directive'] ?? text(old['violated-directive']).split(' ')[0],
    },
  ];
}

/** Scheme, host and path of a script; a page's address is not one and may name a record. */
function sourceOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, origin, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return protocol;
  return /\.m?js$/.test(pathname) ? `${origin}${pathname}`.slice(0, 200) : origin.slice(0, 200);
}

/** An origin, a scheme (`data:`) or a keyword (`inline`, `eval`). */
function blockedOf(value: string): string {
  if (KEYWORD.test(value)) return value;
  if (!URL.canParse(value)) return '';
  const { protocol, origin } = new URL(value);
  return (/^https?:$/.test(protocol) ? origin : protocol).slice(0, 200);
}

/** The remote from whose folder or origin this address comes. */
function remoteAt(address: string, remotes: readonly LiveRemote[]): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const named = REMOTE_PATH.exec(pathname)?.[1];
  const byPath = remotes.find(({ name }) => name === named);
  const there = remotes.filter((remote) => remote.origin === origin);
  // Several remotes of one origin are told apart by path alone.
  return (byPath ?? (there.length === 1 ? there[0] : undefined))?.name ?? null;
}

/** What a browser reports, with the remote whose code or address has caused it. */
export function violationsOf(body: unknown, remotes: readonly LiveRemote[]): Violation[] {
  return reportsOf(body).flatMap((report) => {
    const directive = text(report.effectiveDirective);
    const [source, blocked] = [text(report.sourceFile), text(report.blockedURL)];
    if (!DIRECTIVE.test(directive)) return [];
    return [
      {
        remote: remoteAt(source, remotes) ?? remoteAt(blocked, remotes),
        directive,
        blocked: blockedOf(blocked),
        source: sourceOf(source),
      },
    ];
  });
}
