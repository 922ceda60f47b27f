// The kit by kinds of page: a remote's build asks for the parts that its imports name
// (shared/build/splitImports.cjs).
export * from './parts/document.ts';
export * from './parts/form.ts';
export * from './parts/list.ts';
export * from './parts/report.ts';
