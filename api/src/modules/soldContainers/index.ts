import type { Family, HandlersOf } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { alertDrops, alertSilent, assignWaiting } from './alerts.ts';
import './gone.ts';
import { ingest } from './ingest.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { contractChoices, soldChoices, soldList } from './list.ts';
import { soldById } from './present.ts';
import { setTemplate } from './setTemplate.ts';
import { revertChange, setActive, setCost, setLine, setPrices, setSetting } from './settings.ts';
import { transactionList, transactionTotals } from './transactions.ts';

export { sendLine } from './line.ts';
export {
  containerExchanged,
  contractEnded,
  contractInForce,
  contractPartiesChanged,
  exchangedSerials,
  soldUntil,
} from './port.ts';

const soldHandlers: HandlersOf<Family<'productContracts' | 'productTransactions'>> = {
  'productContracts.list': soldList.run,
  'productContracts.master': soldChoices.run,
  'productContracts.contracts': contractChoices.run,
  'productContracts.get': async (ctx, { params }) => ({ data: await soldById(ctx, params.id) }),
  'productContracts.lineSetting': setLine,
  'productContracts.active': setActive,
  'productContracts.cost': setCost,
  'productContracts.priceOption': setPrices,
  'productContracts.setting': setSetting,
  'productContracts.template': setTemplate,
  'productContracts.revert': revertChange,
  'productContracts.keys': listKeys,
  'productContracts.createKey': createKey,
  'productContracts.revokeKey': revokeKey,
  'productTransactions.list': transactionList.run,
  'productTransactions.totals': transactionTotals,
  'productTransactions.ingest': ingest,
};

/** Containers sold or leased now, and what they sell (domain-containers 1.1, ADR 0033). */
export const soldContainersModule = {
  handlers: soldHandlers,
  nightly: [assignWaiting, alertSilent, alertDrops],
  recordScopes: {
    productContracts: {
      table: 'product_contracts',
      scope: { company: 'd.company_id', owner: ['d.sale_id'] },
    },
  },
} satisfies ServerModule;
