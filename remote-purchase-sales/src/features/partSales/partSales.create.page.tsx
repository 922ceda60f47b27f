import { FormPage } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { partSales, useExpectedSaleTotal } from './partSales.resource.tsx';

/** A new sale, of a customer whose record it was begun from (`?customer=<id>`). */
export function Page() {
  const [search] = useSearchParams();
  return (
    <FormPage
      resource={partSales}
      mode="create"
      initialValues={{
        customerId: search.get('customer'),
        vatMode: 'exclusive',
        items: [{ quantity: 1 }],
      }}
      toBody={useExpectedSaleTotal()}
    />
  );
}
