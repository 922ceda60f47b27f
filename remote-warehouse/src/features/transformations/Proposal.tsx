import { call } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addQuantities } from '@boxyard/shared/domain';
import type { CustomFieldProps, FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './transformations.module.css';

type Proposed = DataOf<Contract['transformations.proposal']>;

interface TypedLine {
  readonly partId?: string | null;
  readonly quantity?: number | null;
  readonly serials?: readonly string[];
}

/** What is taken apart comes out as its parts; what is put together needs them. */
const outputsOf = (lines: Proposed): FormValues[] =>
  lines.map(({ part, ...line }) => ({ ...line, partId: part.id, condition: 'used' }));
const inputsOf = (lines: Proposed): FormValues[] =>
  [...Map.groupBy(lines, ({ part }) => part.id)].map(([partId, group]) => ({
    partId,
    trackingType: group[0]?.trackingType,
    quantity: addQuantities(...group.map(({ quantity }) => quantity)),
  }));

/** Fills in what the part of the document consists of (domain-warehouse 2.9). */
export function Proposal({ values, patch, disabled }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const [state, setState] = useState<'idle' | 'busy' | 'nothing'>('idle');
  const isAssembly = values.type === 'assemble';
  const [line] = ((isAssembly ? values.outputs : values.inputs) ?? []) as readonly TypedLine[];
  const propose = async () => {
    if (!line?.partId) return;
    setState('busy');
    try {
      const answer = await call('transformations.proposal', {
        query: {
          partId: line.partId,
          quantity: String(line.quantity ?? 1),
          serials: (line.serials ?? []).join(','),
        },
      });
      const found = answer as Proposed;
      setState(found.length === 0 ? 'nothing' : 'idle');
      if (found.length === 0) return;
      patch(isAssembly ? { inputs: inputsOf(found) } : { outputs: outputsOf(found) });
    } catch {
      setState('idle');
    }
  };
  return (
    <div className={classes.shares}>
      <Button
        disabled={disabled || !line?.partId}
        loading={state === 'busy'}
        onClick={() => void propose()}
      >
        {t('transformations.propose')}
      </Button>
      <span className={classes.note} role="status">
        {state === 'nothing'
          ? t('transformations.noComponents')
          : line?.partId
            ? null
            : t('transformations.choosePart')}
      </span>
    </div>
  );
}
