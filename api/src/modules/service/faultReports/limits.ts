import { FAULT_LIMITS } from '@boxyard/shared/domain/service/faultReports.ts';
import { AppError, type Ctx, networkOf } from '../../../kernel/index.ts';

const HOUR_MS = 3_600_000;
const NETWORK_LENGTH = 32;

/** The sender's network, hashed with the server's secret: it counts and compares, and says nobody's address. */
export const senderOf = ({ app, ip }: Ctx): string =>
  app.sign('fault-network', networkOf(ip)).slice(0, NETWORK_LENGTH);

/** 429 for more reports than people send. The container is held meanwhile, so that its own are counted one by one. */
export async function expectFew(
  ctx: Ctx,
  { productId, network }: { readonly productId: string; readonly network: string },
): Promise<void> {
  const now = ctx.clock.now().getTime();
  const { rows } = await ctx.pg.query<{ address: number; container: number; all: number }>({
    name: 'faultReports.count',
    text: `select (count(*) filter (where e.network = $1))::int as address,
        (count(*) filter (where r.product_id = $2))::int as container, count(*)::int as all
      from fault_report_entries e join fault_reports r on r.id = e.report_id where e.created_at > $3`,
    values: [network, productId, new Date(now - HOUR_MS)],
  });
  const [counted] = rows;
  const isMany =
    counted !== undefined &&
    (counted.address >= FAULT_LIMITS.address ||
      counted.container >= FAULT_LIMITS.container ||
      counted.all >= FAULT_LIMITS.all);
  if (isMany) {
    const seconds = HOUR_MS / 1000;
    throw new AppError(429, 'RATE_LIMIT', { details: { seconds }, retryAfterSeconds: seconds });
  }
}
