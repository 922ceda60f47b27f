import { registerContract } from '@boxyard/shared/client';
import { softwareArea } from '@boxyard/shared/contract/areas/software.ts';
import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { PageLink } from '@boxyard/shared/ui';
import { ModelsInput } from './ModelsInput.tsx';
import { PackageInput } from './PackageInput.tsx';
import { RolloutProgress } from './RolloutProgress.tsx';

registerContract(softwareArea);

/** Software releases of models (domain-containers 2.12). */
export const releases = defineResource({
  list: 'productSoftwares.list',
  texts: 'remote-inventory:software',
  page: 'container-warehouse',
  machine: softwareMachine,
  abilities: {
    create: 'container-warehouse:create-software',
    update: 'container-warehouse:create-software',
    delete: 'container-warehouse:create-software',
  },
  nameOf: (row: { readonly versionNo: string }) => row.versionNo,
  columns: (c) => [
    c.text('versionNo', { card: 'title' }),
    c.refs('productModels'),
    c.number('containerCount'),
    c.flag('isMandatory', { hidden: true }),
    c.number('minHardwareRev', { hidden: true }),
    c.dateTime('releasedAt'),
    c.dateTime('stableAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(softwareMachine),
  ],
  form: (f) => [
    f.text('versionNo', { span: 3, autoFocus: true, help: 'help.versionNo' }),
    f.choice('isMandatory', ['false', 'true'], { span: 3 }),
    f.custom('productModelIds', (props) => <ModelsInput {...props} />, { span: 6 }),
    f.text('minHardwareRev', { span: 3, help: 'help.minHardwareRev' }),
    f.longText('releaseNotes', { span: 6 }),
    f.panel('file', (props) => <PackageInput {...props} />, {
      span: 6,
      only: 'create',
      help: 'help.file',
    }),
  ],
});

/** Updates of containers, one by one. */
export const updates = defineResource({
  list: 'softwareUpdates.list',
  texts: 'remote-inventory:updates',
  page: 'container-warehouse',
  machine: softwareUpdateMachine,
  nameOf: (row: { readonly product: { readonly code: string } }) => row.product.code,
  columns: (c) => [
    c.custom('product', {
      card: 'title',
      render: ({ product }) => (
        <PageLink page="container-warehouse-update-software" params={{ id: product.id }}>
          {product.code}
        </PageLink>
      ),
    }),
    c.text('from', { value: (row) => row.from?.versionNo }),
    c.text('to', { value: (row) => row.to.versionNo }),
    c.text('error'),
    c.number('attempts', { hidden: true }),
    c.text('reason', { hidden: true }),
    c.dateTime('createdAt', { hidden: true }),
    c.dateTime('finishedAt'),
    c.status(softwareUpdateMachine),
  ],
  form: () => [],
});

/** Releases that are brought to many containers. */
export const rollouts = defineResource({
  list: 'softwareRollouts.list',
  texts: 'remote-inventory:rollouts',
  page: 'container-warehouse',
  nameOf: (row: { readonly software: { readonly versionNo: string } }) => row.software.versionNo,
  columns: (c) => [
    c.text('software', { value: (row) => row.software.versionNo, card: 'title' }),
    c.ref('company', { hidden: true }),
    c.number('total'),
    c.custom('progress', { width: '30%', render: (row) => <RolloutProgress rollout={row} /> }),
    c.number('failed'),
    c.person('createdBy'),
    c.dateTime('createdAt'),
  ],
  form: () => [],
});

/** Which release a container gets, and why where it is an older one. */
export const rolloutFields = actionFields('softwareRollouts.create', (f) => [
  f.record('softwareId', 'productSoftwares.all', {
    span: 6,
    query: () => ({ status: ['beta', 'stable', 'superseded'] }),
  }),
  f.text('reason', { span: 6, help: 'help.reason' }),
]);
