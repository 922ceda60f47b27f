import { addDays } from '@boxyard/shared/domain';

type Act = (today: string) => Promise<void>;

/** What somebody means to do on a later day. */
export class Agenda {
  readonly #acts = new Map<string, Act[]>();

  /** Plans `act` for the first working day at least `days` ahead. */
  later(today: string, days: number, act: Act): void {
    let date = addDays(today, days);
    if (new Date(`${date}T00:00:00Z`).getUTCDay() === 0) date = addDays(date, 1);
    this.#acts.set(date, [...(this.#acts.get(date) ?? []), act]);
  }

  /** Does what is due; an act may plan the next one for the same day. */
  async live(today: string): Promise<void> {
    for (let acts = this.#take(today); acts.length > 0; acts = this.#take(today)) {
      for (const act of acts) await act(today);
    }
  }

  #take(today: string): readonly Act[] {
    const acts = this.#acts.get(today) ?? [];
    this.#acts.delete(today);
    return acts;
  }
}
