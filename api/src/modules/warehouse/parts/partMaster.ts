import { defineMaster } from '../../masterData/index.ts';

/** Parts (domain-warehouse 1.4): masters shared by all companies, stock per company. */
export const partMaster = defineMaster({ table: 'materialParts', subject: 'parts' });
