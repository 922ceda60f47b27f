/** Rights to see what goods cost, wherever they are told of. */
export const VIEW_PARTS_COST = 'parts-warehouse:view-cost';
export const VIEW_CONTAINER_COST = 'container-warehouse:view-cost';
