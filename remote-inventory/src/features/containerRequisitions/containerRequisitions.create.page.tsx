import { FormPage } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { LinkButton } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import {
  containerRequisitions,
  requisitionsForContracts,
} from './containerRequisitions.resource.tsx';

/** A new one, or the draft of it: of models, or for contracts (`?for=contracts&contract=ID&warehouse=ID`, `&purpose=exchange`). */
export function Page() {
  const [search] = useSearchParams();
  const contract = search.get('contract');
  const warehouse = search.get('warehouse');
  const isExchange = search.get('purpose') === 'exchange';
  const isForContracts = search.get('for') === 'contracts';
  const t = useT('remote-inventory');
  const create = pathOf('container-requisition-create');
  const other = (
    <div>
      <LinkButton to={isForContracts ? create : `${create}?for=contracts`}>
        {t(`containerRequisitions.${isForContracts ? 'byModel' : 'forContracts'}`)}
      </LinkButton>
    </div>
  );
  return isForContracts ? (
    <FormPage
      key="contracts"
      resource={requisitionsForContracts}
      mode="create"
      endpoint="containerRequisitions.requestContract"
      initialValues={{
        contracts: [contract === null ? {} : { contractId: contract }],
        ...(warehouse === null ? {} : { warehouseId: warehouse }),
        ...(isExchange ? { purpose: t('containerRequisitions.forExchange') } : {}),
      }}
    >
      {other}
    </FormPage>
  ) : (
    <FormPage
      key="models"
      resource={containerRequisitions}
      mode="create"
      initialValues={{ type: 'general', items: [{ quantity: 1 }] }}
      alternatives={[{ key: 'saveDraft', body: { isDraft: true } }]}
    >
      {other}
    </FormPage>
  );
}
