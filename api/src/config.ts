import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { S3Place } from './documents/store/s3.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. Database, files, secrets and the lock against a second server. */
  readonly dataDir: string;
  /** null: the server runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly replicaUrl: string | null;
  /** Where files lie; null: in `dataDir`. */
  readonly filesPlace: S3Place | null;
  /** null: one is made and kept in `dataDir` (never in production). */
  readonly authSecret: string | null;
  /** null: mail stays in the outbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where the Messaging API of LINE is; only whoever runs the server says so. */
  readonly lineApiUrl: string;
  /** Channel access token of the business, for messages to its customers; null: none go by LINE. */
  readonly lineChannelToken: string | null;
  /** Signs what a bank or gateway reports; null: none reports. */
  readonly gatewaySecret: string | null;
  /** null: no message goes by SMS. */
  readonly sms: { readonly url: string; readonly token: string; readonly from: string } | null;
  /** Where remotes.json is, when it is not the built one. */
  readonly remotesUrl: string | null;
  /** Folder that `npm run deploy:remote -- --to` writes; its remotes come before the built ones. */
  readonly remotesDir: string | null;
  /** Whether a developer's browser may take a remote from its own machine; `local`: at localhost only. */
  readonly remoteOverrides: 'off' | 'local' | 'on';
  readonly demoPassword: string | null;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly production: boolean;
  /** Demonstration data on an empty database. */
  readonly demo: boolean;
  /** Proxies whose word on the caller's address counts: addresses, networks; false: nobody's. */
  readonly trustProxy: false | string;
  /** Keys that links on labels are signed with, the newest first; each is known by a sign of its own. */
  readonly labelKeys: readonly { readonly id: string; readonly secret: string }[];
  /** Opens /metrics to whoever sends it as a bearer token; null: programs on this machine only. */
  readonly metricsToken: string | null;
  /** Address that people open; links in e-mails begin with it. */
  readonly publicUrl: string;
}

/** A value that the server cannot start with; the message is a sentence that says what to do. */
export class ConfigError extends Error {}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_SECRET = 32;

type Env = Readonly<Record<string, string | undefined>>;

const given = (env: Env, name: string): string | null => {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
};

function urlOf(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = given(env, name);
  if (value === null) return null;
  const usable = URL.canParse(value) && protocols.includes(new URL(value).protocol);
  if (!usable) {
    throw new ConfigError(
      `${name} must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}; correct it or leave it out.`,
    );
  }
  return value;
}

const FILES_ADVICE =
  'FILES_URL must read s3://KEY:SECRET@HOST/BUCKET?region=REGION, each part percent-encoded where it needs to be; correct it or leave it out.';

const isBucket = (name: string): boolean => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(name);
const isFolder = (name: string): boolean => /^[\w-][\w.-]*$/.test(name);

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(FILES_ADVICE);
  }
}

/** The sentence never repeats the value: a secret is in it. */
function filesPlaceOf(env: Env): S3Place | null {
  const value = given(env, 'FILES_URL');
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const [bucket = '', ...folders] = (url?.pathname ?? '').slice(1).replace(/\/$/, '').split('/');
  const region = url?.searchParams.get('region') ?? 'us-east-1';
  const known = new Set(['region', 'endpoint']);
  const isUsable =
    url?.protocol === 's3:' &&
    ![url.username, url.password, url.host].includes('') &&
    isBucket(bucket) &&
    folders.every(isFolder) &&
    /^[a-z\d-]+$/.test(region) &&
    [...url.searchParams.keys()].every((name) => known.has(name));
  if (!isUsable) throw new ConfigError(FILES_ADVICE);
  const endpoint = url.searchParams.get('endpoint') ?? `https://${url.host}`;
  if (!URL.canParse(endpoint) || !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) {
    throw new ConfigError(
      'The endpoint in FILES_URL must be an address such as https://store.example:9000; correct it or leave it out.',
    );
  }
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKeyId: plain(url.username),
    secretAccessKey: plain(url.password),
  };
}

function portOf(env: Env): number {
  const value = given(env, 'PORT') ?? '8080';
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new ConfigError(`PORT is "${value}"; set it to a number from 0 to 65535.`);
  }
  return port;
}

function levelOf(env: Env): Config['logLevel'] {
  const value = given(env, 'LOG_LEVEL') ?? 'warn';
  const level = LEVELS.find((known) => known === value);
  if (!level)
    throw new ConfigError(`LOG_LEVEL is "${value}"; set it to one of ${LEVELS.join(', ')}.`);
  return level;
}

/** Never by itself in production: there it would be a way to run foreign code in somebody's session. */
function remoteOverridesOf(env: Env, production: boolean): Config['remoteOverrides'] {
  const value = given(env, 'REMOTE_OVERRIDES');
  if (value === null) return production ? 'off' : 'local';
  if (value === 'on' || value === 'off') return value;
  throw new ConfigError(`REMOTE_OVERRIDES is "${value}"; set it to on or off, or leave it out.`);
}

function demoPasswordOf(env: Env): string | null {
  const value = given(env, 'DEMO_PASSWORD');
  if (value !== null && (value.length < 10 || value.length > 200)) {
    throw new ConfigError('DEMO_PASSWORD must have 10 to 200 characters.');
  }
  return value;
}

/** A gateway without a token or a name of the sender would refuse every message. */
function smsOf(env: Env): Config['sms'] {
  const url = urlOf(env, 'SMS_API_URL', ['http:', 'https:']);
  if (url === null) return null;
  const [token, from] = [given(env, 'SMS_API_TOKEN'), given(env, 'SMS_SENDER')];
  if (token === null || from === null) {
    throw new ConfigError('SMS_API_URL needs SMS_API_TOKEN and SMS_SENDER beside it.');
  }
  return { url, token, from };
}

const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, a network in CIDR form, or a group that Fastify knows by name. */
function isNetwork(text: string): boolean {
  if (PROXY_GROUPS.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** "Everyone" and "so many" are not offered: callers could write any address into the header themselves. */
function trustProxyOf(env: Env): Config['trustProxy'] {
  const value = given(env, 'TRUST_PROXY');
  if (value === null || value === 'off') return false;
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value;
  throw new ConfigError(
    `TRUST_PROXY is "${value}"; set it to the addresses or networks of your proxies with commas between them, or leave it out.`,
  );
}

/** Few different characters are no secret however long they are. */
const isWeak = (secret: string): boolean => secret.length < MIN_SECRET || new Set(secret).size < 10;

const ADVICE =
  'Make one with: node -e "console.log(crypto.randomBytes(48).toString(\'base64url\'))"';

function secretOf(
  env: Env,
  name: 'AUTH_SECRET' | 'METRICS_TOKEN' | 'PAYMENT_GATEWAY_SECRET',
): string | null {
  const secret = given(env, name);
  if (secret !== null && isWeak(secret)) {
    throw new ConfigError(
      `${name} is too weak: it needs ${MIN_SECRET} random characters or more. ${ADVICE}`,
    );
  }
  return secret;
}

/**
 * Labels stay on containers for years, and so do the keys of their links: the first signs, all are read.
 * The sign `0` is that of the key that AUTH_SECRET makes.
 */
function labelKeysOf(env: Env): Config['labelKeys'] {
  const value = given(env, 'LABEL_KEYS');
  if (value === null) return [];
  const keys = value.split(',').map((part) => {
    const [, id = '', secret = ''] = /^\s*([1-9a-z]):(\S+)\s*$/.exec(part) ?? [];
    return { id, secret };
  });
  const isUsable = keys.every(({ id, secret }) => id !== '' && !isWeak(secret));
  if (!isUsable || new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new ConfigError(
      `LABEL_KEYS must read SIGN:SECRET with commas between them, each sign one of 1-9 and a-z and used once, each secret of ${MIN_SECRET} random characters or more. ${ADVICE}`,
    );
  }
  return keys;
}

function authSecretOf(env: Env, production: boolean): string | null {
  const secret = secretOf(env, 'AUTH_SECRET');
  if (secret === null && production) throw new ConfigError(`AUTH_SECRET is missing. ${ADVICE}`);
  return secret;
}

/** Reads the environment; a bad value is refused with a sentence (architecture 6). */
export function readConfig(env: Env): Config {
  const mode = given(env, 'BOXYARD_MODE') ?? given(env, 'NODE_ENV');
  const production = mode === 'production';
  const port = portOf(env);
  const remotesDir = given(env, 'REMOTES_DIR');
  return {
    port,
    host: given(env, 'HOST') ?? '0.0.0.0',
    dataDir: resolve(given(env, 'DATA_DIR') ?? '.data'),
    databaseUrl: urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    replicaUrl: urlOf(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    filesPlace: filesPlaceOf(env),
    authSecret: authSecretOf(env, production),
    labelKeys: labelKeysOf(env),
    metricsToken: secretOf(env, 'METRICS_TOKEN'),
    smtpUrl: urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    lineApiUrl: urlOf(env, 'LINE_API_URL', ['http:', 'https:']) ?? 'https://api.line.me',
    gatewaySecret: secretOf(env, 'PAYMENT_GATEWAY_SECRET'),
    lineChannelToken: given(env, 'LINE_CHANNEL_TOKEN'),
    sms: smsOf(env),
    mailFrom: given(env, 'MAIL_FROM') ?? 'Boxyard <no-reply@boxyard.localhost>',
    remotesUrl: urlOf(env, 'REMOTES_URL', ['http:', 'https:']),
    remotesDir: remotesDir === null ? null : resolve(remotesDir),
    remoteOverrides: remoteOverridesOf(env, production),
    demoPassword: demoPasswordOf(env),
    logLevel: levelOf(env),
    production,
    demo: !production && given(env, 'BOXYARD_DEMO') !== 'off',
    trustProxy: trustProxyOf(env),
    publicUrl: urlOf(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`,
  };
}
