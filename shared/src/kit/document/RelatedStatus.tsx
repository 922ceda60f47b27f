import type { ReactNode } from 'react';
import { declarationOf, labelOfMachine } from '../../domain/documents/families.ts';
import { machineOf } from '../../domain/machines.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { StatusTag } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';

/** The state of a document of any kind: every machine, which only related documents need. */
export function RelatedStatus({ type, status }: { type: string; status: string }): ReactNode {
  const machine = machineOf(type);
  return machine ? <StatusTag machine={machine} status={status} /> : null;
}

/** What a record of any kind is called: a document by its declaration, others by the kit's words. */
export function RelatedKind({ type }: { type: string }): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  return labelOfMachine(type)?.[locale] ?? t(`type.${type}`);
}

/** What the records of a family are called that refer to another record. */
export function FamilyName({ family }: { family: string }): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  return t(`family.${family}`, { defaultValue: declarationOf(family)?.label[locale] ?? family });
}
