// One copy for the stores of the base and for those that come later.
export { persist } from 'zustand/middleware';
