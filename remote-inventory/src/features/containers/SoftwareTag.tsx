import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, None, ToneTag } from '@boxyard/shared/ui';

interface Release {
  readonly versionNo: string;
  readonly status: string;
}

interface Row {
  readonly software: Release | null;
  readonly softwareOutdated: boolean;
}

/** What a container runs, and whether that is behind or recalled. */
export function SoftwareTag({ row }: { readonly row: Row }) {
  const t = useT('remote-inventory');
  const { software, softwareOutdated } = row;
  if (software === null && !softwareOutdated) return <None />;
  const isRecalled = software?.status === 'withdrawn';
  return (
    <>
      {software?.versionNo}{' '}
      {softwareOutdated ? (
        <ToneTag tone={isRecalled ? 'error' : 'warning'}>
          {t(isRecalled ? 'containers.softwareRecalled' : 'containers.softwareBehind')}
        </ToneTag>
      ) : null}
    </>
  );
}

/** Above the form of an update: what runs, and what is on its way. */
export function RunsNow({ values }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const runs = values.runs as Release | null | undefined;
  const target = values.target as Release | null | undefined;
  return (
    <>
      <p>
        {runs ? t('containers.runs', { version: runs.versionNo }) : t('containers.runsNothing')}
      </p>
      {target ? (
        <Alert
          type="info"
          showIcon
          title={t('containers.onItsWay', { version: target.versionNo })}
        />
      ) : null}
    </>
  );
}
