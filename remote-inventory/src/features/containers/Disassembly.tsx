import { oneOptions } from '@boxyard/shared/client';
import { CONDITIONS } from '@boxyard/shared/domain';
import {
  REMOVAL_DISPOSITIONS,
  type RemovalDisposition,
} from '@boxyard/shared/domain/containers/statuses.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Money,
  Quantity,
  RecordSelect,
  RefText,
  Select,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import classes from '../../scan/scan.module.css';

interface Line {
  readonly id: string;
  readonly disposition: RemovalDisposition;
  readonly condition: string;
  readonly binId: string | null;
  /** Of whom it is claimed; whoever delivered it unless said. */
  readonly supplierId: string | null;
}

/** What is sent of the lines: stock says how it is found and where it goes. */
export const linesBody = (value: unknown) =>
  ((value ?? []) as readonly Line[]).map(({ id, disposition, condition, binId, supplierId }) => ({
    id,
    disposition,
    ...(disposition === 'restock' ? { condition, binId } : {}),
    ...(disposition === 'claim' && supplierId !== null ? { supplierId } : {}),
  }));

/** Every part of a container, what is most likely to become of it, and what keeps it together. */
export function Disassembly({ value, onChange, disabled, values }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const found = useQuery(
    oneOptions('products.disassembly', {
      params: { id: String(values.productId ?? '') },
      loading: false,
    }),
  );
  const lines = (value ?? []) as readonly Line[];
  const { data } = found;
  const isEmpty = lines.length === 0;
  // What is proposed is what is sent, until somebody chooses otherwise.
  useEffect(() => {
    if (!data || !isEmpty || data.parts.length === 0) return;
    onChange(
      data.parts.map((part) => ({
        id: part.id,
        disposition: part.suggestedDisposition,
        condition: part.suggestedCondition,
        binId: part.suggestedBin?.id ?? null,
        supplierId: part.origin?.supplier?.id ?? null,
      })),
    );
  }, [data, isEmpty, onChange]);
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (data.blockers.length > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('containers.blocked')}
        description={data.blockers.map(({ code, message }) => <div key={code}>{message}</div>)}
      />
    );
  }
  const change = (id: string, with_: Partial<Line>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...with_ } : line)));
  return (
    <ul className={classes.lines}>
      {data.parts.map((part, index) => {
        const line = lines.find(({ id }) => id === part.id);
        const name = [part.part.code, part.serialNo ?? part.lotNo].filter(Boolean).join(' · ');
        return (
          <li key={part.id} className={classes.line}>
            <span className={classes.about}>
              <RefText value={part.part} />
              <span className={classes.quiet}>
                {part.serialNo ?? part.lotNo} <Quantity value={part.quantity} />
                {part.value === null ? null : (
                  <>
                    {' · '}
                    <Money value={part.value} />
                  </>
                )}
              </span>
            </span>
            <span className={classes.choices}>
              <Select
                aria-label={t('containers.dispositionOf', { line: index + 1, part: name })}
                disabled={disabled}
                value={line?.disposition ?? null}
                options={REMOVAL_DISPOSITIONS.filter(
                  (one) => one !== 'repair' || part.isRepairable,
                ).map((one) => ({ value: one, label: t(`containers.choice.disposition.${one}`) }))}
                onChange={(disposition: RemovalDisposition) => change(part.id, { disposition })}
              />
              {line?.disposition === 'restock' ? (
                <Select
                  aria-label={t('containers.conditionOf', { line: index + 1, part: name })}
                  disabled={disabled}
                  value={line.condition}
                  options={CONDITIONS.map((one) => ({
                    value: one,
                    label: t(`containers.choice.condition.${one}`),
                  }))}
                  onChange={(condition: string) => change(part.id, { condition })}
                />
              ) : null}
              {line?.disposition === 'claim' ? (
                <RecordSelect
                  aria-label={t('containers.supplierOf', { line: index + 1, part: name })}
                  lookup="suppliers.master"
                  disabled={disabled}
                  placeholder={t('containers.chooseSupplier')}
                  known={part.origin?.supplier ? [part.origin.supplier] : []}
                  value={line.supplierId}
                  onChange={(supplierId) =>
                    change(part.id, {
                      supplierId: typeof supplierId === 'string' ? supplierId : null,
                    })
                  }
                />
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
