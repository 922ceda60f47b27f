import { useEffect } from 'react';
import { callRow } from '../../client/call.ts';
import type { ListAnswer } from '../../contract/endpoint.ts';
import { lastUsed } from '../../runtime/lastUsed.ts';
import type { Field, FormValues } from './fields.tsx';
import type { FormModel } from './useFormModel.ts';

type Choice = { readonly id: string; readonly code?: string | null; readonly name?: string };

/** What a look-up offers, or nothing where it cannot be asked: a form without habits is whole. */
async function offeredBy(
  { lookup, options }: Field,
  values: FormValues,
  narrowed: object,
): Promise<readonly Choice[]> {
  const query = { filters: options.query?.(values) ?? {}, limit: 10, ...narrowed };
  try {
    return (
      (await callRow(String(lookup), { query, loading: false, silent: true })) as ListAnswer<Choice>
    ).data;
  } catch {
    return [];
  }
}

/**
 * Begins a new form with what is known: in fields that say so, the record that this person chose last,
 * as far as it is still offered, or the only one there is.
 */
export function useHabits(model: FormModel, fields: readonly Field[], isNew: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form begins
  useEffect(() => {
    if (!isNew) return undefined;
    let isGone = false;
    const begin = async (field: Field) => {
      const last = lastUsed(field.name);
      const [known] =
        typeof last === 'string' ? await offeredBy(field, model.values, { ids: [last] }) : [];
      // A look-up by id alone finds inactive records as well: searched for, only what is offered.
      const narrowed = known ? { ids: [last], search: known.code ?? known.name } : {};
      const [only, ...others] = await offeredBy(field, model.values, narrowed);
      if (isGone || !only || others.length > 0) return;
      const { values } = model;
      model.begin(field.name, only.id, field.options.onPick?.(only as never, values, values));
    };
    for (const field of fields) {
      const isOpen = (model.values[field.name] ?? null) === null;
      const isShown = field.options.show?.(model.values) !== false;
      if (field.options.habit && field.lookup && isOpen && isShown) void begin(field);
    }
    return () => {
      isGone = true;
    };
  }, []);
}
