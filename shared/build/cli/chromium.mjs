// Where the end-to-end tests find a Chromium; on a Debian without one it is installed.
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const PLACES = [
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

/** Path of a Chromium; fails with a sentence that says what to install. */
export async function chromium() {
  const present = found();
  if (present) return present;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('No Chromium found: installing it by apt …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-thai-tlwg'], { env });
    const installed = found();
    if (installed) return installed;
  }
  throw new Error(
    'The end-to-end tests need a Chromium: install the package "chromium" (or Google Chrome), or set CHROMIUM_PATH to one.',
  );
}
