import { FormPage } from '@boxyard/shared/kit';
import { containerRequisitions } from './containerRequisitions.resource.tsx';

/** A new one, or the draft of it. */
export function Page() {
  return (
    <FormPage
      resource={containerRequisitions}
      mode="create"
      initialValues={{ type: 'general', items: [{ quantity: 1 }] }}
      alternatives={[{ key: 'saveDraft', body: { isDraft: true } }]}
    />
  );
}
