// Where the end-to-end tests find a Chromium; on a Debian without one it is installed.
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Chromium without windows: the same engine, and the journeys take little more than half as long. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const found = () => {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`);
  }
  return PLACES.find((place) => existsSync(place));
};

const apt = async (...args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (await run('apt-get', [...args], { env })).code === 0;
};

/** The one without windows, or where the distribution has no such package the whole one. */
async function install() {
  console.log('Installing Chromium by apt …');
  await apt('update', '-qq');
  const fonts = 'fonts-thai-tlwg';
  if (await apt('install', '-y', '-qq', 'chromium-headless-shell', fonts)) return;
  if (!found()) await apt('install', '-y', '-qq', 'chromium', fonts);
}

/** Path of a Chromium; fails with a sentence that says what to install. */
export async function chromium() {
  const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const present = found();
  // A build machine is ours to equip; on a person's machine what is there does.
  const isSlow = process.env.CI === 'true' && !process.env.CHROMIUM_PATH && present !== SHELL;
  if (mayInstall && (!present || isSlow)) await install();
  const installed = found();
  if (installed) return installed;
  throw new Error(
    'The end-to-end tests need a Chromium: install the package "chromium-headless-shell" or "chromium" (or Google Chrome), or set CHROMIUM_PATH to one.',
  );
}
