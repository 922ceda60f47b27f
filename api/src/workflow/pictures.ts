import { buffer } from 'node:stream/consumers';
import { LOGO_PIXELS } from '@boxyard/shared/domain';
import { type CheckedUpload, displayFileName } from '../documents/files.ts';
import { LogoError } from '../documents/logo.ts';
import { type Ctx, invalid } from '../kernel/index.ts';
import { storeFile } from './attachments.ts';

/** Pictures that a body carries as data URLs: a logo, a signature. */
interface SentPicture {
  /** Field of the body, which a refusal names. */
  readonly field: string;
  readonly dataUrl: string | null | undefined;
  /** What a refusal is called, where the picture is no logo. */
  readonly code?: string;
}

/** The picture that a body carries, checked by its content; null when it carries none. */
export async function sentPicture(
  ctx: Ctx,
  { field, dataUrl, code }: SentPicture,
): Promise<CheckedUpload | null> {
  if (!dataUrl) return null;
  try {
    const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
    return await ctx.app.untrusted.checkLogo(content, ctx.actor.userId);
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    throw invalid([{ field, code: code ?? error.code, params: LOGO_PIXELS }]);
  }
}

/** Keeps a checked picture under a name of its kind. */
export const storePicture = (ctx: Ctx, name: string, picture: CheckedUpload): Promise<string> =>
  storeFile(ctx, { ...picture, fileName: displayFileName(name, picture.ext) });

/** As `storePicture`, by its content: the same picture is one file, and documents that name it keep it. */
export async function keepPicture(
  ctx: Ctx,
  name: string,
  picture: CheckedUpload | null,
): Promise<string | null> {
  if (picture === null) return null;
  const known = await ctx.db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', picture.sha256)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return known?.id ?? storePicture(ctx, name, picture);
}

/** A stored picture with its kind. */
export async function readPicture(
  ctx: Ctx,
  fileId: string,
): Promise<{ readonly mime: string; readonly content: Buffer }> {
  const { mime, storageKey } = await ctx.db
    .selectFrom('files')
    .select(['mime', 'storageKey'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return { mime, content: await buffer(await ctx.app.files.get(storageKey)) };
}

/** A stored picture as the body carried it. */
export async function pictureUrl(ctx: Ctx, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null;
  const { mime, content } = await readPicture(ctx, fileId);
  return `data:${mime};base64,${content.toString('base64')}`;
}
