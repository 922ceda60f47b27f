import { callRow, type FileAnswer, saveFile } from '@boxyard/shared/client';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, Space } from '@boxyard/shared/ui';
import { useState } from 'react';

export const REGISTERS = ['output', 'input'] as const;
export type Register = (typeof REGISTERS)[number];

export interface Month {
  readonly companyId: string;
  /** `2026-11`. */
  readonly period: string;
}

/** Keeps the report of a month as a PDF. */
export async function keepReport(register: Register, month: Month): Promise<void> {
  const answer = (await callRow(`taxReports.${register}`, { query: month })) as FileAnswer;
  saveFile({ ...answer, fileName: `${register}-vat-${month.period}.pdf` });
}

/** Both reports of a month, to print. */
export function MonthReports(month: Month) {
  const t = useT('remote-purchase-sales');
  const [busy, setBusy] = useState<Register | null>(null);
  const mayDeclare = useCan('payment-data:export');
  if (!mayDeclare) return null;
  const print = async (register: Register) => {
    setBusy(register);
    try {
      await keepReport(register, month);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Space size="small">
      {REGISTERS.map((register) => (
        <Button
          key={register}
          size="small"
          loading={busy === register}
          aria-label={t('taxPeriods.print', {
            report: t(`taxPeriods.report.${register}`),
            period: month.period,
          })}
          onClick={() => void print(register)}
        >
          {t(`taxPeriods.short.${register}`)}
        </Button>
      ))}
    </Space>
  );
}
