import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { queueMail } from './index.ts';

/** Mail without SMTP: it is kept in a file or dropped, and a live link is in no log. */
const TOKEN = 'live-token-of-somebody';
const mail = {
  to: 'somebody@people.test',
  subject: 'A new password',
  text: `https://boxyard.test/reset-password?token=${TOKEN}`,
  hasSecret: true,
};

describe.each([{ demo: true }, { demo: false }])(
  'without SMTP, demonstration: $demo',
  ({ demo }) => {
    let test: TestApp;
    beforeAll(async () => {
      test = await createTestApp({ config: { demo, smtpUrl: null } });
    });
    afterAll(() => test?.close());

    it('says in the log that a mail was not sent, and never what it says', async () => {
      const logged = jest.spyOn(test.app.log, 'warn');
      const admin = await test.as('system-admin');
      await test.app.transaction({ actor: await admin.actor() }, (ctx) => queueMail(ctx, mail));
      const said = JSON.stringify(logged.mock.calls);
      expect(said).toContain('mail not sent');
      expect(said).not.toContain(TOKEN);
      const kept = join(test.app.config.dataDir, 'mails.txt');
      if (demo) {
        expect(await readFile(kept, 'utf8')).toContain(TOKEN);
        expect((await stat(kept)).mode & 0o777).toBe(0o600);
      } else {
        await expect(stat(kept)).rejects.toThrow('ENOENT');
      }
    });
  },
);
