/** Page sizes 10 to 100 in steps of 10 (specification 2, Shell). */
export const PAGE_SIZES = Array.from({ length: 10 }, (_, index) => (index + 1) * 10);
