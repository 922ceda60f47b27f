import type { PlainKey, SettingValue } from '@boxyard/shared/domain/settings/settings.ts';
import type { TestApp } from './createTestApp.ts';

/** A setting of the test's company, as if it had been so from ever: a later call replaces it. */
export async function setSetting<K extends PlainKey>(
  { app, companyId }: Pick<TestApp, 'app' | 'companyId'>,
  key: K,
  value: SettingValue<K>,
): Promise<void> {
  await app.pg.query(
    `insert into setting_values (company_id, key, effective_from, value, created_at)
     values ($1, $2, date '2000-01-01', $3::jsonb, $4)`,
    [companyId, key, JSON.stringify(value), app.clock.now()],
  );
}
