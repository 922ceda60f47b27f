/** From when the customer's warranty of a part runs (domain-warehouse 4.1). */
export const WARRANTY_STARTS = ['receipt', 'install', 'sale'] as const;
