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

interface FollowingProps<D> {
  /** The document that they may follow. */
  readonly id: string;
  readonly items: readonly D[];
  readonly render: (following: readonly D[]) => ReactNode;
}

/**
 * Draws the documents that came after another one and still go on: what is done next. Ids carry their
 * time (UUID v7), so the later document has the greater one.
 */
export function Following<
  D extends { readonly id: string; readonly type: string; readonly status: string },
>({ id, items, render }: FollowingProps<D>): ReactNode {
  const following = items.filter(
    (one) => one.id > id && machineOf(one.type)?.states[one.status]?.terminal === undefined,
  );
  return following.length > 0 ? render(following) : null;
}

/** What the records of a family are called that refer to another record. */
export function FamilyName({ family }: { family: string }): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  return t(`family.${family}`, { defaultValue: declarationOf(family)?.label[locale] ?? family });
}
