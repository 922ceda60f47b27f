import { decimal } from '@boxyard/shared/domain';

/** THB and per cent with 2 places, as the contract writes them. */
export const money = (value: string | number): string => decimal.round(value, 2);

/** Prices with 4 places. */
export const price = (value: string | number): string => decimal.round(value, 4);

export const qty = (value: string | number): number => Number(value);
