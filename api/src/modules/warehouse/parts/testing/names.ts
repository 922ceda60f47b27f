import type { TestApp } from '../../../../testing/index.ts';
import { tag } from '../../../masterData/testing/office.ts';

/** A main category with a sub-category and a unit, by the words that a spreadsheet calls them. */
export async function makeCatalogue(test: TestApp) {
  const admin = await test.as('system-admin');
  const main = `Main ${tag()}`;
  const sub = `Sub ${tag()}`;
  const unit = `U${tag()}`.slice(0, 10);
  const made = await admin.post('/categories', { code: tag(), name: main });
  await admin.post('/categories', { code: tag(), name: sub, parentId: made.body.data.id });
  await admin.post('/units', { code: unit, name: unit, allowFraction: false });
  return { main, sub, unit };
}
