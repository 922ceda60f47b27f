import { bangkokDate } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { goodsImports } from './goodsImports.resource.tsx';

/** Goods that wait to be counted; opening stock is entered from here (domain-conventions "Pages"). */
export function Page() {
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  return (
    <ListPage resource={goodsImports} onCreate={() => setOpening(true)}>
      <RecordDrawer
        resource={goodsImports}
        size="wide"
        target={isOpening ? 'new' : null}
        onClose={() => setOpening(false)}
        initialValues={{ documentDate: bangkokDate(new Date()), items: [{ quantity: 1 }] }}
        onSaved={(saved) => navigate(pathOf('import-warehouse-detail', { id: saved.id }))}
      />
    </ListPage>
  );
}
