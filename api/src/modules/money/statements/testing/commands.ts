import { bangkokDate } from '@boxyard/shared/domain';
import { scbCsv } from '../../../../documents/statements/testing/samples.ts';
import { newId } from '../../../../kernel/index.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Family,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { oneOf } from '../../testing/office.ts';
import { FILE_HEADERS, fileBody, LINES, STATEMENTS } from './statements.ts';

const REASON = 'ดอกเบี้ยธนาคาร';
const LINES_EACH = 3;

/** What a refused command on lines of statements must leave as it was (I14). */
export const BANK_LINE_STATE = `
  select concat_ws('/', 'bl', id, version, status, payment_id, is_payment_made) as part from bank_lines
  union all select concat_ws('/', 'bs', id, line_count) from bank_statements`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const BANK_LINE_RULES: Readonly<Record<string, string>> = {
  'a line that is recorded is one payment of its amount, which has not come to nothing': `
    select l.id, l.status, p.document_no, p.status as payment from bank_lines l
    left join payments p on p.id = l.payment_id
    where (l.status = 'recorded') <> (p.id is not null)
      or p.amount <> l.amount or p.status in ('rejected', 'reversed')
      or coalesce(p.bank_account_id, l.bank_account_id) <> l.bank_account_id`,
  'a statement has the lines that it has brought': `
    select s.id, s.line_count, count(l.id) from bank_statements s
    left join bank_lines l on l.statement_id = s.id group by s.id having count(l.id) <> s.line_count`,
};

interface LineRow extends Row {
  readonly amount: string;
  readonly customerId: string | null;
  readonly allocations: readonly { readonly invoiceId: string; readonly amount: string }[];
}

/** Money that customers owe, that somebody has entered, or that nobody knows of. */
async function takeStatement(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const [account] = await play.rows<{ id: string; accountNo: string }>(
    `select id, account_no as "accountNo" from bank_accounts where company_id = $1 order by id limit 1`,
    [world.companyId],
  );
  if (!account) return null;
  const known = await play.rows<{ amount: string; word: string }>(
    `(select balance::text as amount, document_no as word from invoices where balance > 0 order by id desc limit 6)
     union all (select amount::text, document_no from payments where status in ('pending', 'verified') and amount > 0
       and not exists (select from bank_lines l where l.payment_id = payments.id) order by id desc limit 6)`,
  );
  const day = bangkokDate(world.test.app.clock.now());
  const movements = Array.from({ length: random.between(1, LINES_EACH) }, () => {
    const { amount, word } = random.pick([...known, { amount: '49.99', word: 'transfer' }]);
    return {
      day,
      time: '08:30:00',
      amount: random.chance(0.1) ? `-${amount}` : amount,
      reference: newId().slice(-12),
      text: word,
    };
  });
  return {
    name: 'bankLine.create',
    person: play.by(world.admin),
    path: STATEMENTS,
    body: fileBody({
      content: scbCsv(movements, { accountNo: account.accountNo }),
      bankAccountId: account.id,
    }),
    headers: FILE_HEADERS,
  };
}

/** Says what a line is: mostly what is proposed for it. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  if (play.isTurnOf('bankLine.create', 0.3)) return takeStatement(play);
  const row = await someIn<LineRow>(play, {
    machine: 'bankLine',
    source: `select l.id, l.version, l.amount::text, l.customer_id as "customerId", l.allocations,
        -- What was linked can be taken back; of what was entered from the line only the payment's end is.
        case when l.status = 'recorded' then case when l.is_payment_made then 'entered' else 'linked' end
          else l.status end as status
      from bank_lines l`,
    statuses: ['unmatched', 'suggested', 'suggested', 'linked', 'ignored'],
  });
  if (!row) return null;
  const customerId =
    row.customerId ?? (await oneOf(play, 'select id from customers order by id desc limit 5'));
  const paymentId = await oneOf(
    play,
    `select id from payments p where amount = ${row.amount} and status in ('pending', 'verified')
       and not exists (select from bank_lines l where l.payment_id = p.id) order by id desc limit 5`,
  );
  const { admin } = world;
  const confirm: Call = ['confirm', { customerId, allocations: row.allocations }, admin];
  const link: Call = ['link', { paymentId }, admin];
  const ignore: Call = ['ignore', { reason: REASON }, admin];
  const reopen: Call = ['reopen', {}, admin];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    unmatched: [confirm, link, ignore],
    suggested: [confirm, confirm, link, ignore],
    linked: [reopen],
    ignored: [reopen],
  };
  const call = play.pick(
    { machine: 'bankLine', state: row.status },
    likely[row.status] ?? [random.pick([confirm, reopen])],
  );
  return commandOn(play, row, { machine: 'bankLine', path: LINES, call });
}

/** Random statements of banks, and what people make of their lines. */
export const bankLineFamily: Family = {
  commands: [
    'bankLine.create',
    'bankLine.confirm',
    'bankLine.link',
    'bankLine.ignore',
    'bankLine.reopen',
  ],
  weight: 8,
  next,
};
