import type { BodyOut } from '@boxyard/shared/contract';
import { allowedActions as allowedOf, refusalOf, startsFrom } from '@boxyard/shared/domain';
import { versionKey } from '@boxyard/shared/domain/containers/semver.ts';
import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import type { Selectable } from 'kysely';
import type { SoftwareTables } from '../../../db/schema/software.ts';
import {
  type Contract,
  type Ctx,
  conflict,
  expectVersion,
  type FieldFault,
  forbidden,
  type Input,
  refuseFaults,
  viewerOf,
} from '../../../kernel/index.ts';
import { storeFile } from '../../../workflow/index.ts';
import { defineMaster } from '../../masterData/index.ts';
import { presentRelease } from './present.ts';

const releases = defineMaster({ table: 'productSoftwares', subject: 'productSoftwares' });

export type Release = Selectable<SoftwareTables['productSoftwares']>;
type Action = keyof typeof softwareMachine.actions;
type Body = BodyOut<Contract['productSoftwares.create']>;

/** The release, held, on which this person may do the action; 404, 403, 409 otherwise. */
async function lockFor(
  ctx: Ctx,
  action: Action,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<Release> {
  const row = await releases.lock(ctx, id);
  const viewer = viewerOf(ctx.actor);
  const refusal = refusalOf(softwareMachine, action, { doc: row, viewer });
  if (refusal?.code === 'FORBIDDEN') throw forbidden();
  if (version !== undefined) expectVersion(row, version);
  if (refusal) {
    throw conflict('INVALID_STATE', {
      current: row.status,
      allowedActions: allowedOf(softwareMachine, row, viewer),
    });
  }
  return row;
}

const modelIdsOf = (body: Body): string[] => [...new Set(body.productModelIds.split(','))];

const valuesOf = (body: Body) => ({
  versionNo: body.versionNo,
  versionKey: versionKey(body.versionNo),
  releaseNotes: body.releaseNotes,
  minHardwareRev: Number(body.minHardwareRev ?? 0),
  isMandatory: body.isMandatory === 'true',
});

/** Models that exist, are in use, and have no release of that number yet. */
async function faultsOf(ctx: Ctx, body: Body, ownId: string | null): Promise<FieldFault[]> {
  const ids = modelIdsOf(body);
  const [models, taken] = await Promise.all([
    ctx.db.selectFrom('productModels').where('id', 'in', ids).select(['id', 'isActive']).execute(),
    ctx.db
      .selectFrom('productSoftwareModels')
      .where('productModelId', 'in', ids)
      .where('versionNo', '=', body.versionNo)
      .select('softwareId')
      .execute(),
  ]);
  if (models.length < ids.length) return [{ field: 'productModelIds', code: 'UNKNOWN_ID' }];
  if (models.some(({ isActive }) => !isActive) && ownId === null) {
    return [{ field: 'productModelIds', code: 'INACTIVE' }];
  }
  return taken.some(({ softwareId }) => softwareId !== ownId)
    ? [{ field: 'versionNo', code: 'VERSION_TAKEN' }]
    : [];
}

const writeModels = (ctx: Ctx, softwareId: string, body: Body) =>
  ctx.db
    .insertInto('productSoftwareModels')
    .values(
      modelIdsOf(body).map((productModelId) => ({
        softwareId,
        productModelId,
        versionNo: body.versionNo,
      })),
    )
    .execute();

/** Keeps a release with its file as a draft; size and SHA-256 are those of what was received. */
export async function createRelease(ctx: Ctx, { body, files }: Input<'productSoftwares.create'>) {
  refuseFaults(await faultsOf(ctx, body, null));
  const [file] = files;
  if (!file) throw new Error('the contract asks for a file');
  const fileId = await storeFile(ctx, file);
  const productModelIds = modelIdsOf(body);
  const id = await releases.insert(ctx, {
    values: { ...valuesOf(body), status: 'draft', fileId },
    also: { productModelIds, fileName: file.fileName, sha256: file.sha256 },
  });
  await writeModels(ctx, id, body);
  return { data: await presentRelease(ctx, id) };
}

export async function updateRelease(ctx: Ctx, { params, body }: Input<'productSoftwares.update'>) {
  const row = await lockFor(ctx, 'update', { id: params.id, version: body.version });
  refuseFaults(await faultsOf(ctx, body, row.id));
  await ctx.db.deleteFrom('productSoftwareModels').where('softwareId', '=', row.id).execute();
  await writeModels(ctx, row.id, body);
  await releases.update(ctx, row, {
    values: valuesOf(body),
    also: { productModelIds: modelIdsOf(body) },
  });
  return { data: await presentRelease(ctx, row.id) };
}

/** Only what nobody could have been given is deleted; the rest is withdrawn. */
export async function deleteRelease(ctx: Ctx, { params }: Input<'productSoftwares.delete'>) {
  const row = await lockFor(ctx, 'update', params);
  await ctx.db.deleteFrom('productSoftwareModels').where('softwareId', '=', row.id).execute();
  return releases.remove(ctx, row);
}

export async function publishRelease(
  ctx: Ctx,
  { params, body }: Input<'productSoftwares.publish'>,
) {
  const row = await lockFor(ctx, 'publish', { id: params.id, version: body.version });
  await releases.update(ctx, row, {
    values: { status: 'beta', releasedAt: ctx.clock.now() },
    action: 'publish',
  });
  return { data: await presentRelease(ctx, row.id) };
}

export { lockFor, releases };
export const isUsable = (status: string): boolean =>
  startsFrom(softwareMachine, 'withdraw', status);
