import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dropAllDrafts } from '../../runtime/index.ts';
import { fakeServer, type RenderPageOptions, renderPage } from '../../testing/index.ts';
import { FormPage } from '../index.ts';
import { requestDoc, requests, texts, uuid, WAREHOUSE } from '../testing/requests.ts';

const PATH = '/purchase-management/purchase-requests';
const CREATE = 'purchaseRequests.create';
const LINE = {
  partId: uuid(700),
  unitId: uuid(600),
  quantity: 2,
  estimatedPrice: '3750.0000',
};
const FILLED = {
  warehouseId: WAREHOUSE.id,
  purpose: 'stock',
  neededBy: '2026-12-01',
  items: [LINE],
};

const page = (initialValues: object, options: Partial<RenderPageOptions> = {}) =>
  renderPage(<FormPage resource={requests} mode="create" initialValues={{ ...initialValues }} />, {
    route: `${PATH}/create`,
    as: 'technician',
    texts: { 'kit-test': texts },
    ...options,
  });
const create = () => screen.getByRole('button', { name: 'Create' });

afterEach(() => dropAllDrafts());

test('fields and their marks follow the contract', async () => {
  await page(FILLED);
  expect(screen.getByRole('combobox', { name: 'Warehouse' })).toHaveAttribute(
    'aria-required',
    'true',
  );
  expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveAttribute('aria-required', 'false');
});

test('nothing is sent while something is wrong; every error is said and the first has the focus', async () => {
  const { user, server } = await page({ items: [{}] });
  await user.click(create());
  expect(screen.getAllByText('Please fill this in.').length).toBeGreaterThanOrEqual(5);
  expect(screen.getByRole('alert')).toHaveTextContent('fields need correcting');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Warehouse' })).toHaveFocus());
  expect(server.requests(CREATE)).toHaveLength(0);
});

test('sends what the schema knows, once, and goes to the document', async () => {
  const { user, server, address } = await page(FILLED);
  server.answer(CREATE, { data: requestDoc(4) });
  await user.type(screen.getByRole('textbox', { name: 'Remark' }), 'For the line');
  await user.dblClick(create());
  await waitFor(() => expect(address()).toBe(`${PATH}/${uuid(4)}`));
  expect(server.requests(CREATE)).toHaveLength(1);
  expect(server.requests(CREATE)[0]?.body).toEqual({
    ...FILLED,
    remark: 'For the line',
    validUntil: null,
    department: null,
    refNo: null,
    documentHeaderId: null,
    copiedFromId: null,
    items: [{ ...LINE, freeText: null, note: null, suggestedSupplierId: null }],
  });
});

test('nothing can be typed while it is saved, not in its lines either', async () => {
  const { user, server, address } = await page(FILLED);
  server.answer(CREATE, { data: requestDoc(4) });
  const release = server.hold(CREATE);
  const lines = within(screen.getByRole('table', { name: 'Items' }));
  const open = () =>
    [...lines.queryAllByRole('combobox'), ...lines.queryAllByRole('spinbutton')]
      .concat(lines.queryAllByRole('textbox'), lines.queryAllByRole('button'))
      .concat(screen.getByRole('textbox', { name: 'Remark' }))
      .concat(screen.getByRole('button', { name: 'Add line' }))
      .filter((control) => !(control as HTMLInputElement).disabled);
  expect(open().length).toBeGreaterThan(4);
  await user.click(create());
  await waitFor(() => expect(open()).toEqual([]));
  release();
  await waitFor(() => expect(address()).toBe(`${PATH}/${uuid(4)}`));
});

test('every attempt of one form carries one key', async () => {
  const { user, server } = await page(FILLED);
  server.fail(CREATE, { statusCode: 503, code: 'UNAVAILABLE', message: 'busy' });
  await user.click(create());
  await waitFor(() => expect(server.requests(CREATE)).toHaveLength(1));
  await waitFor(() => expect(create()).toBeEnabled());
  await user.click(create());
  await waitFor(() => expect(server.requests(CREATE)).toHaveLength(2));
  const [first, second] = server.requests(CREATE).map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});

test('the server’s errors stand at their fields, in a line too, until the field changes', async () => {
  const { user, server } = await page(FILLED);
  server.fail(CREATE, {
    statusCode: 422,
    code: 'VALIDATION',
    message: 'Some fields need correcting.',
    errors: [
      {
        field: 'items[0].quantity',
        code: 'WHOLE',
        message: 'This unit is counted in whole pieces.',
      },
    ],
  });
  await user.click(create());
  expect(await screen.findByText('This unit is counted in whole pieces.')).toBeVisible();
  const quantity = screen.getByRole('textbox', { name: 'Qty 1' });
  expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await waitFor(() => expect(quantity).toHaveFocus());
  await user.clear(quantity);
  await user.type(quantity, '3');
  expect(screen.queryByText('This unit is counted in whole pieces.')).toBeNull();
});

test('what the business has against it stays in the form until it is sent again', async () => {
  const { user, server } = await page(FILLED);
  server.fail(CREATE, { statusCode: 409, code: 'BUDGET', message: 'Spent: ฿966,106.00.' });
  await user.click(create());
  const alert = await screen.findByText('Spent: ฿966,106.00.', { selector: '.ant-alert *' });
  expect(alert).toBeVisible();
  server.answer(CREATE, { data: requestDoc(4) });
  await user.click(create());
  await waitFor(() =>
    expect(screen.queryByText('Spent: ฿966,106.00.', { selector: '.ant-alert *' })).toBeNull(),
  );
});

test('a date is typed in the Buddhist era in Thai and sent in ISO', async () => {
  const { user, server } = await page(FILLED, { locale: 'th' });
  server.answer(CREATE, { data: requestDoc(4) });
  const field = screen.getByRole('textbox', { name: 'ต้องการภายใน' });
  expect(field).toHaveValue('1 ธ.ค. 2569');
  await user.clear(field);
  await user.type(field, '29/02/2571');
  await user.click(screen.getByRole('button', { name: 'สร้าง' }));
  await waitFor(() =>
    expect(server.requests(CREATE)[0]?.body).toMatchObject({ neededBy: '2028-02-29' }),
  );
});

test.each(['ๅ', 'abc', '.5', '-', '-5', '1e5', '๑๒', '9'.repeat(400)])(
  'a quantity and a price typed as %p stop nothing',
  async (typed) => {
    const { user } = await page(FILLED);
    for (const name of ['Qty 1', 'Est. price 1']) {
      const field = screen.getByRole('textbox', { name });
      await user.clear(field);
      await user.type(field, typed.slice(0, 40));
      await user.clear(field);
      await user.click(field);
      await user.paste(typed);
      // A text that is no number stays as it was typed, and is refused.
      const kept = /[^-.\d๐-๙]/.test(typed) ? new RegExp(`^${typed}$`) : /^-?[\d.]*$/;
      expect((screen.getByRole('textbox', { name }) as HTMLInputElement).value).toMatch(kept);
    }
    expect(screen.getByTestId('estimate')).toBeVisible();
  },
);

test('Thai digits are digits, and half a baht may begin with its point', async () => {
  const { user, server } = await page(FILLED);
  server.answer(CREATE, { data: requestDoc(4) });
  const quantity = screen.getByRole('textbox', { name: 'Qty 1' });
  await user.clear(quantity);
  await user.type(quantity, '๑๒');
  const price = screen.getByRole('textbox', { name: 'Est. price 1' });
  await user.clear(price);
  await user.type(price, '.5');
  await user.click(create());
  await waitFor(() =>
    expect(server.requests(CREATE)[0]?.body).toMatchObject({
      items: [{ quantity: 12, estimatedPrice: '0.5000' }],
    }),
  );
});

test('Enter in a field goes on to the next one; Ctrl+Enter sends the form', async () => {
  const { user, server, address } = await page(FILLED);
  server.answer(CREATE, { data: requestDoc(4) });
  await user.type(screen.getByRole('textbox', { name: 'Needed' }), '{Enter}');
  expect(screen.getByRole('textbox', { name: 'Needed' })).not.toHaveFocus();
  expect(server.requests(CREATE)).toHaveLength(0);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(address()).toBe(`${PATH}/${uuid(4)}`));
  expect(server.requests(CREATE)).toHaveLength(1);
});

test('a required field is wrong only once it was changed, or the form was sent', async () => {
  const { user } = await page({ ...FILLED, items: [{}] });
  await user.click(screen.getByRole('textbox', { name: 'Qty 1' }));
  await user.tab();
  await user.click(screen.getByRole('combobox', { name: 'Purpose' }));
  await user.tab();
  expect(screen.queryByText('Please fill this in.')).toBeNull();
  const needed = screen.getByRole('textbox', { name: 'Needed' });
  await user.clear(needed);
  await user.tab();
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(1);
  await user.type(screen.getByRole('textbox', { name: 'Qty 1' }), '1');
  await user.clear(screen.getByRole('textbox', { name: 'Qty 1' }));
  await user.tab();
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(2);
});

describe('lines', () => {
  test('Enter goes to the next line and makes one at the end', async () => {
    const { user } = await page(FILLED);
    await user.click(screen.getByRole('textbox', { name: 'Qty 1' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('textbox', { name: 'Qty 2' })).toBeInTheDocument();
    await user.click(screen.getByRole('textbox', { name: 'Qty 1' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Qty 2' })).toHaveFocus());
  });

  test('a line that Enter made and nobody filled does not stop the form', async () => {
    const { user, server } = await page(FILLED);
    server.answer(CREATE, { data: requestDoc(4) });
    await user.click(screen.getByRole('textbox', { name: 'Qty 1' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('textbox', { name: 'Qty 2' })).toBeInTheDocument();
    await user.click(create());
    await waitFor(() => expect(server.requests(CREATE)).toHaveLength(1));
    expect(server.requests(CREATE)[0]?.body).toMatchObject({ items: [expect.anything()] });
  });

  test('rows of a spreadsheet are pasted, codes become records', async () => {
    const server = fakeServer();
    const part = {
      id: uuid(701),
      code: 'BLT-10',
      name: 'Bolt',
      nameTh: null,
      unit: { id: uuid(601) },
    };
    server.answer('parts.price', ({ query }) => ({
      data: (query.search === 'blt-10' || query.ids === part.id ? [part] : []) as never,
    }));
    await page({ ...FILLED, items: [{}] }, { server });
    fireEvent.paste(screen.getByRole('combobox', { name: 'Part 1' }), {
      clipboardData: { getData: () => 'blt-10\t1,000\t12.5\tspare\nnone-1\t3\t1\t' },
    });
    expect(await screen.findByRole('textbox', { name: 'Qty 2' })).toHaveValue('3');
    expect(screen.getByRole('textbox', { name: 'Qty 1' })).toHaveValue('1,000');
    expect(screen.getByRole('textbox', { name: 'Est. price 1' })).toHaveValue('12.5000');
    expect(screen.getByRole('textbox', { name: 'Note 1' })).toHaveValue('spare');
    expect(await screen.findByText('BLT-10')).toBeInTheDocument();
    expect(await screen.findByText(/Codes that were not found/)).toHaveTextContent('none-1');
  });

  test('a word pasted into a figure is said to be wrong, and nothing is reckoned with it', async () => {
    await page(FILLED);
    fireEvent.paste(screen.getByRole('textbox', { name: 'Qty 1' }), {
      clipboardData: { getData: () => 'many\tdear\n' },
    });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Qty 1' })).toHaveValue('many'));
    expect(screen.getByTestId('estimate')).toHaveTextContent('0.00');
  });

  test('after a part is chosen, its quantity is asked for', async () => {
    const server = fakeServer();
    const part = {
      id: uuid(701),
      code: 'BLT-10',
      name: 'Bolt',
      nameTh: null,
      unit: { id: uuid(601) },
    };
    server.answer('parts.price', { data: [part as never] });
    const { user } = await page({ ...FILLED, items: [{}] }, { server });
    await user.click(screen.getByRole('combobox', { name: 'Part 1' }));
    await waitFor(() =>
      expect(document.querySelector('.ant-select-item-option-content')).not.toBeNull(),
    );
    await user.click(document.querySelector('.ant-select-item-option-content') as HTMLElement);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Qty 1' })).toHaveFocus());
  });

  test('a line is taken out', async () => {
    const { user } = await page({ ...FILLED, items: [LINE, { ...LINE, quantity: 9 }] });
    await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
    expect(screen.getByRole('textbox', { name: 'Qty 1' })).toHaveValue('9');
    expect(screen.queryByRole('textbox', { name: 'Qty 2' })).toBeNull();
  });
});

describe('what is known', () => {
  const { warehouseId: _, ...OPEN } = FILLED;
  const OTHER = { ...WAREHOUSE, id: uuid(901), code: 'WH-02', name: 'North' };
  const offering = (...warehouses: readonly object[]) => {
    const server = fakeServer();
    server.answer('masterData.subWarehouses', ({ query }) => ({
      data: warehouses.filter(
        (one) => query.ids === undefined || query.ids === (one as { id: string }).id,
      ) as never,
    }));
    return server;
  };
  afterEach(() => localStorage.removeItem('lastUsed'));

  test('the only warehouse is chosen already, and the form is left without a question', async () => {
    const { user, address } = await page(OPEN, { server: offering(WAREHOUSE) });
    expect(await screen.findByText('WH-01')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(address()).toBe(`${PATH}/default`);
  });

  test('of several it is the one that was chosen last', async () => {
    const server = offering(WAREHOUSE, OTHER);
    server.answer(CREATE, { data: requestDoc(4) });
    const { user, go } = await page({ ...FILLED, warehouseId: OTHER.id }, { server });
    await user.click(create());
    await screen.findByText('elsewhere');
    await go('/');
    await page(OPEN, { server });
    expect(await screen.findByText('WH-02')).toBeInTheDocument();
  });

  test('of more than a page it is found all the same', async () => {
    const many = [...Array(12).keys()].map((n) => ({
      ...WAREHOUSE,
      id: uuid(910 + n),
      code: `WH-1${n}`,
    }));
    const last = { ...OTHER, code: 'WH-1' };
    const server = fakeServer();
    server.answer('masterData.subWarehouses', ({ query }) => ({
      data: [...many, last]
        .filter(({ id, code }) => {
          const isNamed = query.ids === undefined || query.ids === id;
          return isNamed && code.includes(query.search ?? '');
        })
        .slice(0, 10) as never,
    }));
    const owner = JSON.parse(localStorage.getItem('profileUser') ?? '{}').id;
    localStorage.setItem('lastUsed', JSON.stringify({ owner, values: { warehouseId: last.id } }));
    await page(OPEN, { server });
    expect(await screen.findByText('WH-1')).toBeInTheDocument();
  });

  test('one that is out of use since is not, though it is found by its id', async () => {
    const server = fakeServer();
    server.answer('masterData.subWarehouses', ({ query }) => ({
      data: (query.ids === undefined ? [WAREHOUSE] : query.search ? [] : [OTHER]) as never,
    }));
    const owner = JSON.parse(localStorage.getItem('profileUser') ?? '{}').id;
    localStorage.setItem('lastUsed', JSON.stringify({ owner, values: { warehouseId: OTHER.id } }));
    await page(OPEN, { server });
    await waitFor(() => expect(server.requests('masterData.subWarehouses').length).toBe(2));
    const field = screen.getByRole('combobox', { name: 'Warehouse' }).closest('.ant-select');
    expect(field).toHaveTextContent('Select warehouse');
  });

  test('one that is no longer offered is not', async () => {
    const server = offering(WAREHOUSE, OTHER);
    const owner = JSON.parse(localStorage.getItem('profileUser') ?? '{}').id;
    localStorage.setItem('lastUsed', JSON.stringify({ owner, values: { warehouseId: uuid(999) } }));
    await page(OPEN, { server });
    await waitFor(() => expect(server.requests('masterData.subWarehouses').length).toBe(2));
    const field = screen.getByRole('combobox', { name: 'Warehouse' }).closest('.ant-select');
    expect(field).toHaveTextContent('Select warehouse');
  });
});

describe('unsaved input', () => {
  test('asks before the page is left, and stays when told so', async () => {
    const { user, address } = await page(FILLED);
    await user.type(screen.getByRole('textbox', { name: 'Remark' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe(`${PATH}/create`);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave page' }));
    expect(address()).toBe(`${PATH}/default`);
  });

  test('asks again whoever leaves in the moment in which they stayed', async () => {
    const { user, address } = await page(FILLED);
    await user.type(screen.getByRole('textbox', { name: 'Remark' }), 'x');
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    await user.click(cancel);
    const stay = await screen.findByRole('button', { name: 'Stay' });
    // Both before the page is drawn again.
    await act(async () => {
      stay.click();
      await Promise.resolve();
      cancel.click();
    });
    await user.click(await screen.findByRole('button', { name: 'Leave page' }));
    expect(address()).toBe(`${PATH}/default`);
  });

  test('a form nobody typed in is left without a question', async () => {
    const { user, address } = await page(FILLED);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(address()).toBe(`${PATH}/default`);
  });

  test('what was typed comes back and can be discarded', async () => {
    const first = await page(FILLED);
    await first.user.type(screen.getByRole('textbox', { name: 'Remark' }), 'half');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('half'));
    await first.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await first.user.click(await screen.findByRole('button', { name: 'Leave page' }));
    await screen.findByText('elsewhere');
    await first.go(`${PATH}/create`);
    expect(await screen.findByRole('textbox', { name: 'Remark' })).toHaveValue('half');
    await first.user.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveValue('');
  });
});

describe('editing', () => {
  const allowedActions = ['update', 'approve'];
  const edit = async (server = fakeServer(), doc: Parameters<typeof requestDoc>[1] = {}) => {
    server.answer(
      'purchaseRequests.get',
      requestDoc(4, { remark: 'old', version: 3, allowedActions, ...doc }),
    );
    server.answer('masterData.subWarehouses', { data: [WAREHOUSE as never] });
    return renderPage(
      <FormPage
        resource={requests}
        mode="edit"
        toForm={(doc) => ({ ...FILLED, remark: doc.remark, neededBy: doc.neededBy })}
      />,
      {
        route: `${PATH}/${uuid(4)}`,
        as: 'system-admin',
        texts: { 'kit-test': texts },
        server,
      },
    );
  };

  test('a document that its state has closed shows the way back instead of a form', async () => {
    const { user, address } = await edit(fakeServer(), { status: 'approved', allowedActions: [] });
    expect(await screen.findByText(/cannot be edited now/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Remark' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Open / }));
    expect(address()).toBe(`${PATH}/${uuid(4)}`);
  });

  test('what a colleague has changed meanwhile stays, where one’s own changes are kept', async () => {
    const { user, server } = await edit();
    const remark = await screen.findByRole('textbox', { name: 'Remark' });
    await user.clear(remark);
    await user.type(remark, 'mine');
    server.fail('purchaseRequests.update', {
      statusCode: 409,
      code: 'VERSION_CONFLICT',
      message: '…',
    });
    server.answer('purchaseRequests.get', requestDoc(4, { neededBy: '2027-02-03', version: 4 }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
    server.answer('purchaseRequests.update', { data: requestDoc(4, { version: 5 }) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('purchaseRequests.update').at(-1)?.body).toMatchObject({
        version: 4,
        remark: 'mine',
        neededBy: '2027-02-03',
      }),
    );
  });

  /** Types into the remark, waits until the draft is kept, and leaves the page. */
  const leaveHalfTyped = async () => {
    const { user } = await edit();
    const remark = await screen.findByRole('textbox', { name: 'Remark' });
    await user.clear(remark);
    await user.type(remark, 'half');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('half'));
    cleanup();
  };

  test('a draft is laid over what the record is now, field by field', async () => {
    await leaveHalfTyped();
    const later = await edit(fakeServer(), { neededBy: '2027-02-03', version: 4 });
    expect(await screen.findByRole('textbox', { name: 'Remark' })).toHaveValue('half');
    later.server.answer('purchaseRequests.update', { data: requestDoc(4, { version: 5 }) });
    await later.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(later.server.requests('purchaseRequests.update').at(-1)?.body).toMatchObject({
        version: 4,
        remark: 'half',
        neededBy: '2027-02-03',
      }),
    );
  });

  test('a draft of what a colleague has changed as well is shown as a conflict', async () => {
    await leaveHalfTyped();
    const later = await edit(fakeServer(), { remark: 'theirs', version: 4 });
    await screen.findByText('theirs');
    const row = screen.getByRole('row', { name: /Remark/ });
    expect(row).toHaveTextContent('old');
    await later.user.click(screen.getByRole('button', { name: 'Keep my changes' }));
    expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveValue('half');
    later.server.answer('purchaseRequests.update', { data: requestDoc(4, { version: 5 }) });
    await later.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(later.server.requests('purchaseRequests.update').at(-1)?.body).toMatchObject({
        version: 4,
        remark: 'half',
      }),
    );
  });

  test('when somebody saved first it shows their changes; one’s own can be kept', async () => {
    const { user, server } = await edit();
    const remark = await screen.findByRole('textbox', { name: 'Remark' });
    await user.clear(remark);
    await user.type(remark, 'mine');
    server.fail('purchaseRequests.update', {
      statusCode: 409,
      code: 'VERSION_CONFLICT',
      message: '…',
    });
    server.answer('purchaseRequests.get', requestDoc(4, { remark: 'theirs', version: 4 }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    // By its text first: roles are looked for in all of the page, which takes seconds on a busy machine.
    await screen.findByText('theirs');
    const row = screen.getByRole('row', { name: /Remark/ });
    expect(row).toHaveTextContent('old');
    expect(row).toHaveTextContent('theirs');
    await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
    expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveValue('mine');
    server.answer('purchaseRequests.update', { data: requestDoc(4, { version: 5 }) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('purchaseRequests.update').at(-1)?.body).toMatchObject({
        version: 4,
        remark: 'mine',
      }),
    );
  });
});
