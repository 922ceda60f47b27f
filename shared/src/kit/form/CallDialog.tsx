import type { ReactNode } from 'react';
import { useRowMutation } from '../../client/query.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { Contract, ListName, MutationName } from '../../contract/index.ts';
import { ActionDialog } from '../document/ActionDialog.tsx';
import type { Resource } from '../resource/defineResource.ts';
import { useResourceText } from '../resource/useResourceText.ts';
import type { Field, FormValues } from './fields.tsx';

export interface CallDialogProps<N extends MutationName> {
  readonly endpoint: N;
  /** What its path names. */
  readonly params?: Readonly<Record<string, string>>;
  /** Whose texts name the fields. */
  readonly resource: Resource<ListName>;
  readonly title: string;
  /** What it means, in words. */
  readonly consequence: string;
  readonly okText: string;
  /** `actionFields('stock.createRequests', (f) => […])`. */
  readonly fields: readonly Field[];
  readonly initialValues: FormValues;
  /** The body, where it is not the values themselves. */
  readonly toBody?: (values: FormValues) => FormValues;
  readonly onDone: (data: DataOf<Contract[N]>) => void;
  readonly onClose: () => void;
}

const asTheyAre = (values: FormValues): FormValues => values;

/** A call with a form of its own, in a dialog: what belongs to no machine and no record's page. */
export function CallDialog<const N extends MutationName>(props: CallDialogProps<N>): ReactNode {
  const { endpoint, params, resource, toBody = asTheyAre, onDone, onClose, ...shown } = props;
  const text = useResourceText(resource);
  const call = useRowMutation(endpoint);
  return (
    <ActionDialog
      {...shown}
      danger={false}
      endpoint={endpoint}
      reason={null}
      toBody={toBody}
      text={text}
      busy={call.isPending}
      onClose={onClose}
      onSubmit={async (body) => {
        const answer = await call.mutateAsync({ ...(params ? { params } : {}), body });
        onDone((answer as { data: DataOf<Contract[N]> }).data);
      }}
    />
  );
}
