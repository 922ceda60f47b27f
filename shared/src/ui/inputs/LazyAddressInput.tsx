import { lazyParts } from '../../runtime/lazyParts.tsx';

export type { AddressInputProps } from './AddressInput.tsx';

/** Resources name it in their forms: whoever reads their list has not opened one. */
export const addressInput = lazyParts(() => import('./AddressInput.tsx'));
export const AddressInput = addressInput.part(({ AddressInput }) => AddressInput);
