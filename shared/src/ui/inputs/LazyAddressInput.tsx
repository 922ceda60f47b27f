import { lateParts } from '../../runtime/late.tsx';

export type { AddressInputProps } from './AddressInput.tsx';

/** Resources name it in their forms: whoever reads their list has not opened one. */
export const addressInput = lateParts(() => import('./AddressInput.tsx'));
export const AddressInput = addressInput.part(({ AddressInput }) => AddressInput);
