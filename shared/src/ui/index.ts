// A remote's build asks for the parts that its imports name (shared/build/splitImports.cjs).
export * from './parts/base.ts';
export * from './parts/more.ts';
