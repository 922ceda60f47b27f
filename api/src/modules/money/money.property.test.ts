import { seededRandom } from '../../demo/random.ts';
import type { Difference } from './testing/model/compare.ts';
import { compareCodes } from './testing/model/compareCodes.ts';
import { failureOf } from './testing/model/failure.ts';
import { Drawer, Game } from './testing/model/game.ts';

/**
 * Random moves of accounting against a model of customers' money that is written from
 * docs/domain/money.md alone: after each of them server and model say the same.
 * `PROPERTY_SEEDS` names other seeds, such as the one that failed.
 */
const SEEDS =
  process.env.PROPERTY_SEEDS?.split(',').map(Number) ??
  Array.from({ length: process.env.TEST_FULL ? 20 : 1 }, (_, index) => 7 * (index + 1));
/** One at a time first, so that a difference has one cause. */
const ALONE = 150;
/** Then so many of different customers at once. */
const CLIENTS = 8;
const ROUNDS = 20;
/** After so many rounds everything of the year is compared, otherwise what was touched. */
const EVERYTHING = 40;
/** Each kind of move is accepted so often with each seed: what always fails would prove nothing. */
const EACH = 2;
/** What chance leaves out is drawn on purpose then. Where that takes so many, it cannot be done. */
const MOST = 1200;
const PATIENCE_MS = 600_000;

describe.each(SEEDS)('random moves of accounting, seed %i', (seed) => {
  let game: Game;
  let drawer: Drawer;
  beforeAll(async () => {
    game = await Game.begin();
    drawer = new Drawer(seededRandom(seed));
  });
  afterAll(() => game.stage.close());

  let failure: string | undefined;
  /** A difference is looked into once; what would follow has no meaning any more. */
  const expectNone = async (find: () => Promise<readonly Difference[]>) => {
    const found = failure === undefined ? await find() : [];
    if (found.length > 0) failure = await failureOf(game, { seed, found });
    if (failure !== undefined) throw new Error(failure);
  };
  const all = () => expectNone(() => game.everything());
  const codes = () => expectNone(() => compareCodes(game.stage));
  const next = async (atMost: number) => {
    await expectNone(() => game.play(drawer.round(game, { atMost, each: EACH })));
    if (game.rounds.length % EVERYTHING === 0) await all();
  };

  it(
    `agrees with the model after each of ${ALONE}, one after another`,
    async () => {
      while (game.rounds.length < ALONE) await next(1);
      await all();
      await codes();
    },
    PATIENCE_MS,
  );

  it(
    `agrees after ${ROUNDS} rounds of ${CLIENTS} at once, with days between them`,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await next(CLIENTS);
        await next(1);
      }
      await all();
      await codes();
    },
    PATIENCE_MS,
  );

  it(
    'agrees after what chance has left out',
    async () => {
      while (game.lacking(EACH).length > 0 && game.asked < MOST) await next(1);
      await all();
      await codes();
      const counts = [...game.accepted].map(([kind, count]) => `${kind} ${count}`).join(', ');
      process.stdout.write(
        `money, seed ${seed}: ${game.asked - game.refused} of ${game.asked} accepted: ${counts}\n`,
      );
      expect(game.lacking(EACH).map(({ kind }) => kind)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
