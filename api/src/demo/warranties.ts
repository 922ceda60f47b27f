import { bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';

/** Who asks and quotes, who decides, and who keeps the prices. */
const CREW = {
  seller: 'sales-officer',
  manager: 'sales-manager',
  accountant: 'accounting-manager',
} as const;

interface Named {
  readonly id: string;
}

/** A month by the age of the container. */
const PRICES = [
  { ageFromMonths: 0, pricePerMonth: '450.00' },
  { ageFromMonths: 24, pricePerMonth: '650.00' },
  { ageFromMonths: 48, pricePerMonth: '900.00' },
] as const;

/** How far each request has come. */
const STOPS = ['pending', 'quoted', 'invoiced'] as const;

/** The price list, and requests of customers whose containers are covered by their contracts. */
export async function makeWarranties(office: Office): Promise<void> {
  const [company] = await office.rows<{ readonly id: string }>(CREW.accountant, 'companies.all');
  if (!company) return;
  for (const price of PRICES) {
    await office.act(CREW.accountant, 'warrantyPrices.create', {
      body: { companyId: company.id, validFrom: bangkokDate(office.clock.now()), ...price },
    });
  }
  // Those that end first; one that lapsed long ago is inspected before.
  const [ending, open] = await Promise.all([
    office.rows<{ readonly product: Named }>(CREW.seller, 'warranties.list', {
      status: 'active',
      sort: 'endDate',
      limit: '50',
    }),
    office.rows<Named>(CREW.seller, 'warranties.containers', { limit: '1000' }),
  ]);
  const containers = ending
    .map(({ product }) => product)
    .filter(({ id }) => open.some((one) => one.id === id));
  for (const [index, stop] of STOPS.entries()) {
    const container = containers[index];
    if (!container) return;
    const asked = await office.act(CREW.seller, 'warrantyRequests.create', {
      body: { productId: container.id, months: 12, coverage: 'full', channel: 'customer' },
    });
    if (stop === 'pending') continue;
    const params = { id: asked.id };
    const quoted = await office.act(CREW.seller, 'warrantyRequests.quote', {
      params,
      body: {
        version: asked.version,
        months: 12,
        coverage: 'full',
        price: asked.terms.price ?? '5400.00',
      },
    });
    if (stop === 'quoted') continue;
    const approved = await office.act(CREW.manager, 'warrantyRequests.approve', {
      params,
      body: { version: quoted.version },
    });
    await office.act(CREW.manager, 'warrantyRequests.accept', {
      params,
      body: { version: approved.version },
    });
  }
}
