import { createTestApp, type TestApp } from '../testing/index.ts';
import { startWorker } from './worker.ts';

/** Nobody listens there: every mail fails, as when the mail server is down. */
const NO_SMTP = 'smtp://127.0.0.1:9';
/** More than a worker tries before it hears that it should stop. */
const MAILS = 300;
const ROUNDS = 6;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ config: { smtpUrl: NO_SMTP } });
});
afterAll(async () => test?.close());

const count = async (where: string): Promise<number> => {
  const { rows } = await test.app.pg.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs where ${where}`,
  );
  return rows[0]?.count ?? 0;
};

it('a stop among hundreds of waiting mails leaves no job half done behind it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round brings its own: a slow machine may have tried all of those before.
    await test.app.pg.query(
      `with kept as (
         insert into mails (to_address, subject, body_text, status, created_at)
         select 'a@b.example', 's', 't', 'queued', now() from generate_series(1, $1) returning id)
       select graphile_worker.add_job('sendMail', json_build_object('id', id)) from kept`,
      [MAILS],
    );
    const tried = await count('attempts > 0');
    const worker = await startWorker(test.runtime.plainPool, test.app);
    while ((await count('attempts > 0')) <= tried);
    await worker.stop();
    // What a worker took it has given back before the connections end.
    expect(await count('locked_by is not null or (attempts > 0 and last_error is null)')).toBe(0);
  }
  // What the clock adds in that minute (tasks.ts) is no mail.
  expect(await count(`payload::jsonb ? 'id'`)).toBe(MAILS * ROUNDS);
});

it('running what is queued returns only when the failure of a job is written', async () => {
  // The write of a failure is made slow, so that a run that does not wait for it returns before it.
  await test.app.pg.query(`
    create function write_slowly() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.3); return new; end $$;
    create trigger write_slowly before update on graphile_worker._private_jobs
      for each row when (new.last_error is distinct from old.last_error)
      execute function write_slowly();
    delete from graphile_worker._private_jobs`);
  await test.app.pg.query(
    `with kept as (
       insert into mails (to_address, subject, body_text, status, created_at)
       values ('a@b.example', 's', 't', 'queued', now()) returning id)
     select graphile_worker.add_job('sendMail', json_build_object('id', id)) from kept`,
  );
  await test.runJobs();
  expect(await count('last_error is not null and locked_by is null')).toBe(1);
});
