import { useMedia } from '../../runtime/media.ts';

/** True on a phone: tables become cards and the action bar moves down (specification 9: 700 px). */
export const useNarrow = (): boolean => useMedia('(max-width: 699.98px)');
