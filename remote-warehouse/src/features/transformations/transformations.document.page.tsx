import type { TransformationDetail, TransformationOutput } from '@boxyard/shared/contract';
import { decimal, isTransformed, startsFrom, transformationMachine } from '@boxyard/shared/domain';
import { EditableDocumentPage, FormPage, LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money, PageLink, RefText, ToneTag } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import classes from '../../lines.module.css';
import { placeText } from '../../places/placeText.ts';
import { SerialLinks } from '../../scan/SerialLinks.tsx';
import { formOf, resultOf } from './transformationForm.ts';
import { transformationResults, transformations } from './transformations.resource.tsx';

type Doc = TransformationDetail;

/** A transformation, the sheet on which its result is written (`?confirm=1`), or its form (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  if (search.get('confirm')) {
    return (
      <FormPage
        resource={transformationResults}
        mode="edit"
        endpoint="transformations.confirm"
        toForm={resultOf}
      />
    );
  }
  return <Document />;
}

function Document() {
  const t = useT('remote-warehouse');
  return (
    <EditableDocumentPage
      resource={transformations}
      toForm={formOf}
      facts={(doc, f) => [
        f.choice('type'),
        f.ref('warehouse', { show: 'name' }),
        f.date('completedAt', { known: true }),
        f.person('completedBy', { known: true }),
        ...amountsOf(doc),
        f.text('remark', { known: true }),
      ]}
      banner={(doc, n) => [
        n.reason,
        isTransformed(doc.status)
          ? isToPutAway(doc) && n.info('toPutAway')
          : isHeld(doc) && n.info('held'),
      ]}
      sections={[
        {
          key: 'lines',
          count: (doc) => doc.inputs.length + doc.outputs.length,
          render: (doc) => (
            <>
              <h3 className={classes.subheading}>{t('transformations.section.inputs')}</h3>
              <Inputs doc={doc} />
              <h3 className={classes.subheading}>{t('transformations.section.outputs')}</h3>
              <Outputs doc={doc} />
            </>
          ),
        },
      ]}
      actions={{ confirm: { to: () => ({ search: '?confirm=1' }) } }}
      related={{ goodsImport: 'import-warehouse-detail' }}
    />
  );
}

/** What came of it waits on the dock. */
const isToPutAway = ({ related }: Doc): boolean =>
  related.some(({ type, status }) => type === 'goodsImport' && status === 'pending');

const isHeld = ({ status }: Doc): boolean => startsFrom(transformationMachine, 'confirm', status);

/** What goes in and what comes out, and what is lost on the way; expected until it is done. */
function amountsOf(doc: Doc) {
  const labor = { key: 'laborCost', value: <Money value={doc.laborCost} /> };
  if (doc.inputValue === null) return [labor];
  const hasLoss = doc.lossValue !== null && decimal.compare(doc.lossValue, 0) > 0;
  return [
    { key: 'inputValue', value: <Money value={doc.inputValue} /> },
    labor,
    { key: 'outputValue', value: <Money value={doc.outputValue} /> },
    ...(hasLoss ? [{ key: 'lossValue', value: <Money value={doc.lossValue} /> }] : []),
  ];
}

function Part({ line }: { readonly line: Doc['inputs'][number] | TransformationOutput }) {
  const { part, lotNo, serials } = line;
  return (
    <>
      <PageLink page="parts-warehouse-tracking" params={{ id: part.id }}>
        <RefText value={part} />
      </PageLink>
      {lotNo ? <span className={classes.note}>{lotNo}</span> : null}
      {serials.length === 0 ? null : (
        <span className={classes.note}>
          <SerialLinks partId={part.id} serials={serials} />
        </span>
      )}
    </>
  );
}

function Inputs({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const { inputs } = doc;
  return (
    <LinesTable
      resource={transformations}
      rows={inputs}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('part', { width: '36%', render: (line) => <Part line={line} /> }),
        c.custom('place', {
          render: (line) => (
            <span className={classes.nowrap}>{placeText(line.warehouse, line.bin)}</span>
          ),
        }),
        c.custom('condition', { render: (line) => t(`condition.${line.condition}`) }),
        c.quantity('quantity', { unit: (line) => line.unit }),
        ...(inputs.some((line) => line.value !== null) ? [c.money('value')] : []),
      ]}
    />
  );
}

const TONES = { stock: 'success', quarantine: 'warning', scrap: 'error' } as const;

function Outputs({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const { outputs } = doc;
  const isDone = doc.completedAt !== null;
  const placeOf = ({ disposition, bin, quantity }: TransformationOutput): string | null => {
    if (disposition !== 'stock' || quantity === 0) return null;
    if (bin) return bin.code;
    return isDone ? t('transformations.dock') : null;
  };
  return (
    <LinesTable
      resource={transformations}
      rows={outputs}
      columns={(c) => [
        c.number('lineNo', { width: 40 }),
        c.custom('part', { width: '30%', render: (line) => <Part line={line} /> }),
        c.custom('disposition', {
          render: (line) => (
            <>
              <ToneTag tone={TONES[line.disposition]}>
                {t(`transformations.choice.disposition.${line.disposition}`)}
              </ToneTag>
              {placeOf(line) ? <span className={classes.note}>{placeOf(line)}</span> : null}
            </>
          ),
        }),
        c.custom('condition', { render: (line) => t(`condition.${line.condition}`) }),
        ...(isDone ? [c.quantity('plannedQty')] : []),
        c.quantity('quantity', { unit: (line) => line.unit }),
        c.percent('costShare'),
        ...(outputs.some((line) => line.value !== null) ? [c.money('value')] : []),
      ]}
    />
  );
}
