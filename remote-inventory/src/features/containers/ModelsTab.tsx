import { rowOptions } from '@boxyard/shared/client';
import type { ProductModelDetail } from '@boxyard/shared/contract';
import { CallDialog, LinesTable, MasterPage } from '@boxyard/shared/kit';
import { useAbility, useT } from '@boxyard/shared/runtime';
import { Button, EmptyState, RefText, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { imageBody } from './ModelImage.tsx';
import { bomFields, productModels } from './models.resource.tsx';

interface Chosen {
  readonly id: string;
  readonly version: number;
}

/** Models; each shows its bill of materials in its drawer and has it changed in a dialog. */
export function ModelsTab() {
  const t = useT('remote-inventory');
  const ability = useAbility();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const mayChange = ability.can('update-model', 'container-warehouse');
  return (
    <MasterPage
      resource={productModels}
      embedded
      size="wide"
      initialValues={{
        serialPattern: '{prefix}{YY}{MM}-{seq:4}',
        warrantyMonths: 12,
        specs: [],
        checklist: [],
      }}
      toForm={(model) => ({ ...model, productTypeId: model.productType.id })}
      toBody={({ specs, checklist, image, ...values }) => ({
        ...values,
        ...imageBody(image),
        specs: filled(specs),
        checklist: filled(checklist),
      })}
      drawerActions={(model, close) =>
        mayChange ? (
          <Button
            size="small"
            onClick={() => {
              close();
              setChosen({ id: model.id, version: model.version });
            }}
          >
            {t('productModels.editBom')}
          </Button>
        ) : null
      }
      drawerExtra={(model) => <Bom id={model.id} />}
    >
      {chosen ? <BomDialog {...chosen} onClose={() => setChosen(null)} /> : null}
    </MasterPage>
  );
}

/** A line that nothing was typed into is none. */
const filled = (lines: unknown): readonly object[] =>
  ((lines ?? []) as readonly { readonly name?: string }[]).filter(({ name }) => name);

const useModel = (id: string) =>
  useQuery(rowOptions('productModels.get', { params: { id }, loading: false }));

/** The revisions of a bill of materials, the present one first. */
function Bom({ id }: { readonly id: string }) {
  const t = useT('remote-inventory');
  const found = useModel(id);
  if (!found.data) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { revisions } = found.data as ProductModelDetail;
  if (revisions.length === 0) return <EmptyState title={t('productModels.noBom')} />;
  return (
    <section aria-label={t('productModels.bom')}>
      {revisions.map((revision, index) => (
        <details key={revision.id} open={index === 0}>
          <summary>
            {t('productModels.revision', {
              no: revision.revisionNo,
              count: revision.containerCount,
            })}
            {revision.note ? ` · ${revision.note}` : ''}
          </summary>
          <LinesTable
            resource={productModels}
            rows={revision.items}
            columns={(c) => [
              c.custom('part', { width: '60%', render: (line) => <RefText value={line.part} /> }),
              c.quantity('quantity', { unit: (line) => line.unit }),
              c.text('note'),
            ]}
          />
        </details>
      ))}
    </section>
  );
}

function BomDialog({ id, version, onClose }: Chosen & { readonly onClose: () => void }) {
  const t = useT('remote-inventory');
  const found = useModel(id);
  if (!found.data) return null;
  const model = found.data as ProductModelDetail;
  const [latest] = model.revisions;
  return (
    <CallDialog
      endpoint="productModels.bom"
      params={{ id }}
      resource={productModels}
      title={t('productModels.bomOf', { name: model.code })}
      consequence={t(
        latest && latest.containerCount === 0
          ? 'productModels.bomInPlace'
          : 'productModels.bomAsRevision',
        { no: model.currentRevision + 1 },
      )}
      okText={t('productModels.saveBom')}
      fields={bomFields}
      initialValues={{
        items: (latest?.items ?? []).map(({ part, quantity, note }) => ({
          partId: part.id,
          quantity,
          note,
        })),
      }}
      toBody={(values) => ({ ...values, version })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
