import type { IncomingMessage } from 'node:http';
import { readConfig } from '../config.ts';
import { allowsOverrides, overriddenOrigins } from './overrides.ts';

const SECRET = 'a-secret-of-more-than-32-characters-0123456789';
const asked = (host: string, cookie?: string) => ({ headers: { host, cookie } }) as IncomingMessage;
const config = (env: Record<string, string> = {}) => readConfig(env);
const production = { NODE_ENV: 'production', AUTH_SECRET: SECRET };

it.each([
  [{}, 'localhost:8080', true],
  [{}, '127.0.0.1:8080', true],
  [{}, '[::1]:8080', true],
  [{}, 'boxyard.example', false],
  [{}, 'localhost.evil.example', false],
  [{ REMOTE_OVERRIDES: 'on' }, 'staging.example', true],
  [{ REMOTE_OVERRIDES: 'off' }, 'localhost:8080', false],
  [production, 'localhost:8080', false],
  [production, 'boxyard.example', false],
])('with %j at %s remotes may be replaced: %s', (env, host, expected) => {
  expect(allowsOverrides(config(env), asked(host))).toBe(expected);
});

it('lets only a port of the own machine into the policy', () => {
  const cookie =
    'a=1; boxyard_overrides=http://localhost:4701|https://evil.example|http://localhost|http://127.0.0.1:4702|http://localhost:4703/x|http://localhost:1@evil.example:80; b=2';
  expect(overriddenOrigins(config(), asked('localhost:8080', cookie))).toEqual([
    'http://localhost:4701',
    'http://127.0.0.1:4702',
  ]);
  expect(overriddenOrigins(config(production), asked('localhost:8080', cookie))).toEqual([]);
  expect(overriddenOrigins(config(), asked('boxyard.example', cookie))).toEqual([]);
});

it('refuses another word with a sentence', () => {
  expect(() => config({ REMOTE_OVERRIDES: 'yes' })).toThrow('REMOTE_OVERRIDES is "yes"');
});
