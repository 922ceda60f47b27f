import { FormPage } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { LinkButton } from '@boxyard/shared/ui';
import { useParams } from 'react-router-dom';
import { containers } from './containers.resource.tsx';

/** What is known of a container. */
export function Page() {
  const t = useT('remote-inventory');
  const { id = '' } = useParams();
  return (
    <FormPage resource={containers} mode="edit">
      <p>
        <LinkButton to={pathOf('container-warehouse-edit-parts')} state={{ id }}>
          {t('containers.editParts')}
        </LinkButton>
      </p>
    </FormPage>
  );
}
