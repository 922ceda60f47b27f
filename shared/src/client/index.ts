export * from './call.ts';
export * from './errors.ts';
export * from './events.ts';
export { BASE_URL, newKey } from './http.ts';
export * from './notices.ts';
export * from './ports.ts';
export * from './prefetchList.ts';
export * from './query.ts';
