import { anchorAnew } from '../modules/admin/index.ts';
import { withServer } from './withServer.ts';

// After AUTH_SECRET was changed, or a database was restored beside another secret.
await withServer(async (app) => {
  const anchor = await anchorAnew(app);
  process.stdout.write(`The activity log is whole; its newest seal is signed anew:\n${anchor}\n`);
});
