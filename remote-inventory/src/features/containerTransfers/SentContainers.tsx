import { rowOptions } from '@boxyard/shared/client';
import type { ListAnswer } from '@boxyard/shared/contract/endpoint.ts';
import { readScan } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, DeleteIcon, Input, RecordSelect } from '@boxyard/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ScanField } from '../../scan/ScanField.tsx';
import scan from '../../scan/scan.module.css';
import classes from './containerTransfers.module.css';

interface Line {
  readonly productId: string;
  readonly note?: string | null;
}

type Said = 'added' | 'twice' | 'unknown' | 'warehouseFirst';

/** The containers that are sent: chosen by name, or read by a scanner one after the other. */
export function SentContainers({
  id,
  value,
  onChange,
  disabled,
  values,
  errors,
}: CustomFieldProps) {
  const t = useT('remote-inventory');
  const client = useQueryClient();
  const [said, setSaid] = useState<{ readonly key: Said; readonly code: string } | null>(null);
  const lines = (value ?? []) as readonly Line[];
  const { fromWarehouseId } = values;
  const query = { warehouseId: fromWarehouseId };
  const add = (productId: string) => onChange([...lines, { productId }]);
  const scanned = async (typed: string) => {
    const code = readScan(typed)?.code;
    if (code === undefined) return;
    if (!fromWarehouseId) {
      setSaid({ key: 'warehouseFirst', code });
      return;
    }
    const { data } = (await client.fetchQuery(
      rowOptions('containerTransfers.available', {
        query: { filters: query, search: code, limit: 10 },
        loading: false,
      }),
    )) as ListAnswer<{ readonly id: string; readonly code: string }>;
    const found = data.find((row) => row.code === code);
    if (!found) setSaid({ key: 'unknown', code });
    else if (lines.some(({ productId }) => productId === found.id)) setSaid({ key: 'twice', code });
    else {
      add(found.id);
      setSaid({ key: 'added', code });
    }
  };
  const errorOf = (index: number): string | undefined =>
    Object.entries(errors).find(([path]) => path.startsWith(`items[${index}].`))?.[1];
  return (
    <div className={classes.sent}>
      <ScanField disabled={disabled} onScan={(typed) => void scanned(typed)} focus={false} />
      <p id="scan-said" role="status" className={said === null ? classes.silent : scan.said}>
        {said === null ? '' : t(`containerTransfers.scanned.${said.key}`, { code: said.code })}
      </p>
      {lines.length > 0 ? (
        <ul className={scan.lines}>
          {lines.map((line, index) => (
            <li key={line.productId} className={scan.line}>
              <span className={classes.container}>
                <RecordSelect
                  lookup="containerTransfers.available"
                  query={query}
                  value={line.productId}
                  disabled={disabled}
                  allowClear={false}
                  aria-label={t('containerTransfers.line.productId')}
                  omit={(row) => lines.some(({ productId }) => productId === row.id)}
                  onChange={(productId) =>
                    typeof productId === 'string' &&
                    onChange(lines.map((one) => (one === line ? { ...one, productId } : one)))
                  }
                />
              </span>
              <span className={classes.note}>
                <Input
                  aria-label={t('containerTransfers.line.note')}
                  placeholder={t('containerTransfers.line.note')}
                  value={line.note ?? ''}
                  maxLength={300}
                  disabled={disabled}
                  onChange={(event) =>
                    onChange(
                      lines.map((one) =>
                        one === line ? { ...one, note: event.target.value } : one,
                      ),
                    )
                  }
                />
              </span>
              <Button
                type="text"
                icon={<DeleteIcon />}
                aria-label={t('containerTransfers.remove')}
                disabled={disabled}
                onClick={() => onChange(lines.filter((one) => one !== line))}
              />
              {errorOf(index) ? <p className={scan.wrong}>{errorOf(index)}</p> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <RecordSelect
        id={id}
        // A new one for each choice: it begins empty.
        key={lines.length}
        lookup="containerTransfers.available"
        query={query}
        value={null}
        disabled={disabled || !fromWarehouseId}
        placeholder={t(
          fromWarehouseId
            ? 'containerTransfers.addContainer'
            : 'containerTransfers.scanned.warehouseFirst',
        )}
        aria-label={t('containerTransfers.addContainer')}
        omit={(row) => lines.some(({ productId }) => productId === row.id)}
        onChange={(productId) => typeof productId === 'string' && add(productId)}
      />
    </div>
  );
}
