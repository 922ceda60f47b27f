import { create } from 'zustand';
import { persist } from './persist.ts';
import { sessionStore } from './session.ts';

/** How one person likes their tables, kept in this browser per person. */
interface TablePreferences {
  readonly density: 'compact' | 'middle' | 'roomy';
  /** Visible columns by list; a list without an entry shows the resource's own choice. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Rows of a page as chosen last; until then as many as the window shows. */
  readonly pageSize?: number;
}

const DEFAULTS: TablePreferences = { density: 'middle', columns: {} };

const tableStore = create<Readonly<Record<string, TablePreferences>>>()(
  persist(() => ({}), { name: 'tables' }),
);

const person = (): string => sessionStore.getState().user?.id ?? '';

/** The signed-in person's preferences; what is missing is the default. */
export function useTablePreferences(): TablePreferences {
  const id = sessionStore((state) => state.user?.id ?? '');
  return tableStore((state) => state[id] ?? DEFAULTS);
}

/** Rows of a page as the signed-in person chose last, if they have. */
export const tablePageSize = (): number | undefined => tableStore.getState()[person()]?.pageSize;

export function setTableDensity(density: TablePreferences['density']): void {
  tableStore.setState((state) => ({
    [person()]: { ...(state[person()] ?? DEFAULTS), density },
  }));
}

export function setTablePageSize(pageSize: number): void {
  tableStore.setState((state) => ({
    [person()]: { ...(state[person()] ?? DEFAULTS), pageSize },
  }));
}

/** null goes back to the resource's own choice. */
export function setTableColumns(list: string, columns: readonly string[] | null): void {
  tableStore.setState((state) => {
    const { [list]: _before, ...others } = (state[person()] ?? DEFAULTS).columns;
    return {
      [person()]: {
        ...(state[person()] ?? DEFAULTS),
        columns: columns === null ? others : { ...others, [list]: columns },
      },
    };
  });
}
