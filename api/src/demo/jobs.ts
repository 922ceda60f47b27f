import type { Office } from './office.ts';

export async function makeJobs(_office: Office, _: object): Promise<void> {}
