import { fieldNames, formValuesOf, RecordDrawer } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useNavigate } from 'react-router-dom';
import { parts } from './parts.resource.tsx';

interface Props {
  readonly target: { readonly id: string } | 'new' | null;
  readonly onClose: () => void;
  readonly onSaved?: (part: { readonly id: string }) => void;
}

const FIELDS = fieldNames(parts.form);
const NEW_PART = {
  trackingType: 'none',
  defaultCondition: 'new',
  purchaseFactor: 1,
  warrantyMonths: 0,
  isRepairable: false,
  isDisassemblable: false,
  isSellable: true,
};

/** The one drawer in which parts are made and changed, from the list and from a part's own page. */
export function PartDrawer({ target, onClose, onSaved }: Props) {
  const navigate = useNavigate();
  return (
    <RecordDrawer
      resource={parts}
      size="wide"
      target={target}
      onClose={onClose}
      initialValues={NEW_PART}
      toForm={(part) => ({
        ...formValuesOf(FIELDS, part),
        productModelIds: part.productModels.map(({ id }) => id),
        id: part.id,
        hasMoves: part.hasMoves,
      })}
      {...(onSaved ? { onSaved } : {})}
      onDeleted={() => navigate(pathOf('parts-warehouse'))}
    />
  );
}
