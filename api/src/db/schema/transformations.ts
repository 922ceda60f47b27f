import type { Disposition, TransformType } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  WithDefault,
} from './columns.ts';

type Value = DefaultNull<string, string | number>;

/** Tables of 0030_transformations.sql. */
export interface TransformationTables {
  partComponents: {
    partId: string;
    componentId: string;
    lineNo: number;
    quantity: Numeric;
    recoveryRate: Numeric;
    costShare: Numeric;
  };
  transformations: TransformationTable;
  transformationInputs: {
    id: WithDefault<string>;
    transformationId: string;
    lineNo: number;
    partId: string;
    binId: string;
    condition: string;
    lotId: string | null;
    serialIds: string[];
    quantity: Numeric;
    value: Value;
  };
  transformationOutputs: {
    id: WithDefault<string>;
    transformationId: string;
    lineNo: number;
    partId: string;
    plannedQty: Numeric;
    quantity: Numeric;
    condition: string;
    disposition: Disposition;
    costShare: Numeric;
    binId: string | null;
    lotNo: string | null;
    serialNos: string[];
    value: Value;
  };
}

interface TransformationTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  type: TransformType;
  warehouseId: string;
  partId: string;
  quantity: Numeric;
  laborCost: DefaultNumeric;
  inputValue: Value;
  outputValue: Value;
  lossValue: Value;
  completedAt: WithDefault<string | null>;
  completedBy: WithDefault<string | null>;
  searchText: WithDefault<string>;
}
