import { call } from '@boxyard/shared/client';
import { bangkokDate, readScan } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { useEffect, useRef, useState } from 'react';
import { ScanField } from '../../scan/ScanField.tsx';
import scan from '../../scan/scan.module.css';
import {
  addScanned,
  type PartLine,
  type Said,
  type ScannedPart,
  usablePlaces,
} from './scannedParts.ts';

interface Props extends Pick<CustomFieldProps, 'patch' | 'values' | 'disabled'> {
  /** The form's lines of parts that go in. */
  readonly lines: string;
}

/** What a code stands for in a warehouse; several parts may have a lot or a serial of the same number. */
async function partsOf(typed: string, warehouseId: string): Promise<readonly ScannedPart[]> {
  const data = await call('parts.scan', { query: { code: typed }, loading: false });
  const today = bangkokDate(new Date());
  return Promise.all(
    data.flatMap(({ kind, code, part }) =>
      part === null || (kind !== 'part' && kind !== 'lot' && kind !== 'serial')
        ? []
        : [
            call('parts.places', { query: { partId: part.id, warehouseId }, loading: false }).then(
              (found) => ({
                kind,
                code: code.toUpperCase(),
                part: { id: part.id, code: part.code },
                places: usablePlaces(found, { warehouseId, today }),
              }),
            ),
          ],
    ),
  );
}

/** A scanner's way to the lines of parts: each code fills one of them in, or adds it. */
export function PartScan({ lines: name, patch, values, disabled }: Props) {
  const t = useT('remote-inventory');
  const [said, setSaid] = useState<Said | null>(null);
  const form = useRef(values);
  // Scans that follow each other fast are answered in their order.
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    form.current = values;
  }, [values]);
  const take = async (typed: string) => {
    const code = readScan(typed)?.code;
    if (code === undefined) return;
    const { warehouseId } = form.current;
    if (typeof warehouseId !== 'string') {
      setSaid({ key: 'warehouseFirst', params: {} });
      return;
    }
    const found = await partsOf(typed, warehouseId);
    // The one that lies here, where the code may be several things.
    const scanned = found.find(({ places }) => places.length > 0) ?? found[0];
    if (!scanned) {
      setSaid({ key: 'unknown', params: { code } });
      return;
    }
    const before = (form.current[name] ?? []) as readonly PartLine[];
    const { lines, said: outcome } = addScanned(before, scanned);
    setSaid(outcome);
    if (lines === before) return;
    form.current = { ...form.current, [name]: lines };
    patch({ [name]: lines });
  };
  const onScan = (typed: string) => {
    queue.current = queue.current.then(() =>
      // The client has told what went wrong.
      take(typed).catch(() => setSaid(null)),
    );
  };
  return (
    <>
      <ScanField
        label={t('containers.scan.label')}
        disabled={disabled}
        focus={false}
        onScan={onScan}
      />
      <p id="scan-said" role="status" className={scan.said}>
        {said === null
          ? t('containers.scan.hint')
          : t(`containers.scan.said.${said.key}`, said.params)}
      </p>
    </>
  );
}
