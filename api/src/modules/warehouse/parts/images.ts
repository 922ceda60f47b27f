import { MAX_PART_IMAGES } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  conflict,
  type HandlersOf,
  type Input,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { sentPicture, storePicture } from '../../../workflow/index.ts';
import { imagesOf } from './covers.ts';
import { partMaster } from './partMaster.ts';
import { partById } from './partRows.ts';

async function add(ctx: Ctx, { params, body }: Input<'parts.addImage'>) {
  // Read by their content before the part is locked.
  const code = 'PICTURE';
  const [picture] = await Promise.all([
    sentPicture(ctx, { field: 'picture', dataUrl: body.picture, code }),
    sentPicture(ctx, { field: 'thumbnail', dataUrl: body.thumbnail, code }),
  ]);
  const part = await partMaster.lock(ctx, params.id);
  const images = await imagesOf(ctx, part.id);
  if (images.length >= MAX_PART_IMAGES) throw conflict('TOO_MANY_IMAGES', { max: MAX_PART_IMAGES });
  if (picture === null) throw new Error('the contract asks for a picture');
  await ctx.db
    .insertInto('partImages')
    .values({
      partId: part.id,
      fileId: await storePicture(ctx, part.partNo, picture),
      thumbnail: body.thumbnail,
      position: (images.at(-1)?.position ?? 0) + 1,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
    })
    .execute();
  await note(ctx, part, images.length + 1);
  return { data: await partById(ctx, part.id) };
}

async function set(ctx: Ctx, { params, body }: Input<'parts.setImages'>) {
  const part = await partMaster.lock(ctx, params.id);
  const images = await imagesOf(ctx, part.id);
  const known = new Set(images.map(({ id }) => id));
  refuseFaults(
    body.imageIds.flatMap((id, index) =>
      known.has(id) && body.imageIds.indexOf(id) === index
        ? []
        : [{ field: `imageIds[${index}]`, code: 'UNKNOWN_ID' }],
    ),
  );
  // The files are kept: copies of them may be printed somewhere.
  await ctx.db
    .deleteFrom('partImages')
    .where('partId', '=', part.id)
    .where('id', 'not in', [...body.imageIds, part.id])
    .execute();
  for (const [index, id] of body.imageIds.entries()) {
    await ctx.db
      .updateTable('partImages')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute();
  }
  await note(ctx, part, body.imageIds.length);
  return { data: await partById(ctx, part.id) };
}

/** The timeline says how many pictures there are. */
const note = (ctx: Ctx, part: { readonly id: string; readonly version: number }, count: number) =>
  partMaster.update(ctx, part, { values: {}, also: { images: count } });

export const partImageHandlers: HandlersOf<'parts.image' | 'parts.addImage' | 'parts.setImages'> = {
  'parts.image': async (ctx, { params }) => {
    const found = await ctx.db
      .selectFrom('partImages as i')
      .innerJoin('files as f', 'f.id', 'i.fileId')
      .where('i.id', '=', params.imageId)
      .where('i.partId', '=', params.id)
      .select(['f.fileName', 'f.mime', 'f.storageKey'])
      .executeTakeFirst();
    if (!found) throw notFound();
    const { storageKey, ...named } = found;
    return { file: await ctx.app.files.get(storageKey), ...named };
  },
  'parts.addImage': add,
  'parts.setImages': set,
};
