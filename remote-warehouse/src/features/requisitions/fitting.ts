import { mayFillVan, type RequisitionPurpose } from '@boxyard/shared/domain';

type Values = Readonly<Record<string, unknown>>;

/** Whether what the form says so far may go into a van. */
export const fillsVan = ({ purpose }: Values): boolean =>
  typeof purpose === 'string' && mayFillVan(purpose as RequisitionPurpose);

/** A van that was chosen before the purpose changed goes with it. */
export const onlyFitting = (values: Values): Values =>
  fillsVan(values) ? values : { ...values, toWarehouseId: null };
