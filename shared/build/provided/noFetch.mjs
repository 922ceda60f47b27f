// Stands in for the adapter of axios that uses fetch (3 KB brotli): every browser has the other one.
export const getFetch = () => false;
export default false;
