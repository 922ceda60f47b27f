import type { HeaderType } from '@boxyard/shared/domain';

/** The headers that a document of this kind may name: those of the company that it is made for. */
export const headersOf = (type: HeaderType) => (values: Readonly<Record<string, unknown>>) => ({
  type: [type],
  ...(typeof values.warehouseId === 'string' ? { warehouseId: [values.warehouseId] } : {}),
});
