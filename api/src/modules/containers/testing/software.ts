import { gzipSync } from 'node:zlib';
import type { Person } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';

const BOUNDARY = 'software';

/** What a browser sends for a new release: fields, and one file. */
export function packageForm(
  fields: Readonly<Record<string, string>>,
  content: Buffer = gzipSync(`software ${fields.versionNo}`),
) {
  const head = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.concat([
      Buffer.from(head.join('')),
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="package.gz"\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    extra: { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } },
  };
}

interface Asked {
  readonly models: readonly string[];
  readonly versionNo: string;
  readonly minHardwareRev?: number;
}

export async function draftRelease(by: Person, { models, versionNo, minHardwareRev = 0 }: Asked) {
  const form = packageForm({
    productModelIds: models.join(','),
    versionNo,
    releaseNotes: `Notes of ${versionNo}`,
    minHardwareRev: String(minHardwareRev),
    isMandatory: 'false',
  });
  return expectData(await by.post('/product_softwares', form.body, form.extra));
}

export async function betaRelease(by: Person, asked: Asked) {
  const { id, version } = await draftRelease(by, asked);
  return expectData(await by.post(`/product_softwares/${id}/publish`, { version }));
}

export const markStable = (
  by: Person,
  { id, version }: { readonly id: string; readonly version: number },
  overrideReason: string | null = 'Tried in the workshop',
) => by.patch(`/product_softwares/${id}/stable`, { version, overrideReason });

export async function stableRelease(by: Person, asked: Asked) {
  return expectData(await markStable(by, await betaRelease(by, asked)));
}
