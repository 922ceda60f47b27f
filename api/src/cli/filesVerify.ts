import { withServer } from './withServer.ts';

/** Holds files and rows against each other, removes leftovers, and names what is missing. Ends with 1 then. */
await withServer(async (app) => {
  const { files, missing, damaged, removed, left, names } = await app.files.check();
  process.stdout.write(`${files} files, ${removed} leftovers removed.\n`);
  if (left > 0) {
    process.stderr.write(
      `${left} files belong to no record and were left: too many for leftovers.\n`,
    );
  }
  if (missing + damaged + left === 0) return;
  for (const name of names) process.stderr.write(`${name}\n`);
  throw new Error(`${missing} files are missing and ${damaged} are damaged.`);
});
