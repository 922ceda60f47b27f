// The areas of the product: how their journeys are tagged, and which files each is made of. Whoever runs
// journeys by area reads them here (`npm run e2e -- --area`, `npm run test:changed`).

/** Names by which a journey is tagged (`@sales`) and an area is asked for (`--area sales`). */
export const AREAS = [
  {
    name: 'purchasing',
    files:
      /^remote-purchase-sales\/(?!src\/features\/)|^remote-purchase-sales\/src\/features\/(purchase|receipts)|\/modules\/purchasing\/|\/contract\/areas\/(purchasing|bidding|supplier)|\/domain\/purchas/,
  },
  {
    name: 'sales',
    files:
      /^remote-purchase-sales\/(?!src\/features\/)|^remote-purchase-sales\/src\/features\/(contracts|customers|partSales|payments|sold|warranties)|\/modules\/(sales|money|partners|soldContainers)\/|\/contract\/areas\/(billingNotes|contractClauses|contracts|corrections|customers|debitNotes|money|bankStatements|partSales|soldContainers|taxes|warranties)|\/domain\/(sales|money)\//,
  },
  {
    name: 'containers',
    files:
      /^remote-inventory\/|^remote-purchase-sales\/src\/features\/inspections|\/modules\/(containers|companies)\/|\/contract\/areas\/(container|products|software|inspections|inventory)|\/domain\/containers\//,
  },
  {
    name: 'warehouse',
    files:
      /^remote-warehouse\/|\/modules\/(warehouse|masterData)\/|api\/src\/ledger\/|\/contract\/areas\/(warehouse|stock|parts?Records|requisitions|claims|destructions|repairs|audits|transfers|transformations|tracing|ledger)|\/domain\/(stock|warehouse)\//,
  },
  {
    name: 'service',
    files:
      /^remote-repair-maintenance\/|\/modules\/service\/|\/contract\/areas\/(estimate|fault|job|pmSchedules|serviceMasters)|\/domain\/service\//,
  },
  {
    name: 'reports',
    files:
      /^remote-reports\/|\/modules\/reports\/|\/contract\/(areas\/report(s|Schedules)|reports?[./])|\/kit\/report\//,
  },
  {
    name: 'administration',
    files:
      /^remote-admin\/|\/modules\/(admin|auth|imports)\/|\/contract\/areas\/(admin|auth|imports)|\/domain\/(access|people|settings)\//,
  },
];

/**
 * What every area stands on: a change there may be seen in any journey. The modules are those that
 * show what the areas have.
 */
export const BELOW_ALL =
  /^(host|shared)\/src\/|^api\/src\/(kernel|workflow|http|db(?!\/migrations)|documents|jobs)\/|^api\/src\/modules\/(dashboard|exports|shell)\/|^e2e\/(fixtures|pages)\//;
