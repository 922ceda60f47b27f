import { CallDialog } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { useNavigate } from 'react-router-dom';
import { releases, rolloutFields } from './software.resource.tsx';

/** Brings a release to the chosen containers. */
export function StartRollout({
  ids,
  onDone,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useT('remote-inventory');
  const go = useNavigate();
  return (
    <CallDialog
      endpoint="softwareRollouts.create"
      resource={releases}
      title={t('rollouts.chosen', { count: ids.length })}
      consequence={t('rollouts.consequenceChosen')}
      okText={t('rollouts.start')}
      fields={rolloutFields}
      initialValues={{}}
      toBody={(values) => ({ ...values, productIds: ids })}
      onDone={(made) => {
        onDone();
        void go(pathOf('container-warehouse', {}, { tab: 'rollouts', rollout: made.id }));
      }}
      onClose={onClose}
    />
  );
}
