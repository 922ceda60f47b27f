import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Page } from './territories.page.tsx';

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const region = (number: number, code: string) => ({
  id: uuid(number),
  code,
  name: `Region ${code}`,
  nameTh: `ภาค ${code}`,
  isActive: true,
  peopleCount: 3,
});
const CENTRAL = region(1, 'C');
const EAST = region(2, 'E');
const zone = (number: number, code: string, amphoeIds: number[]) => ({
  id: uuid(number),
  code,
  name: `Zone ${code}`,
  nameTh: `โซน ${code}`,
  regionId: CENTRAL.id,
  isActive: true,
  peopleCount: 2,
  amphoeIds,
});
const place = (id: number, nameTh: string, nameEn: string) => ({ id, nameTh, nameEn });
const amphoe = (id: number, nameTh: string, nameEn: string) => ({
  ...place(id, nameTh, nameEn),
  provinceId: Math.floor(id / 100),
});

const NORTH = zone(11, 'BKK-N', [1004]);
const SOUTH = zone(12, 'BKK-S', [1007]);

const detail = (of: typeof NORTH, more: object = {}) => ({
  id: of.id,
  version: 4,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  code: of.code,
  name: of.name,
  nameTh: of.nameTh,
  region: CENTRAL,
  saleTeam: null,
  engineerTeam: null,
  amphoeIds: of.amphoeIds,
  peopleCount: 2,
  isActive: true,
  ...more,
});

const open = async (query = '', as = 'system-admin', zones = [NORTH, SOUTH]) => {
  const server = fakeServer();
  server.answer('masterData.provinces', [
    place(10, 'กรุงเทพมหานคร', 'Bangkok'),
    place(50, 'เชียงใหม่', 'Chiang Mai'),
  ]);
  server.answer('masterData.amphoes', [
    amphoe(1004, 'บางรัก', 'Bang Rak'),
    amphoe(1007, 'ปทุมวัน', 'Pathum Wan'),
    amphoe(1008, 'ป้อมปราบ', 'Pom Prap'),
    amphoe(5001, 'เมืองเชียงใหม่', 'Mueang Chiang Mai'),
  ]);
  server.answer('zones.coverage', { regions: [CENTRAL, EAST], zones });
  server.answer('regions.get', {
    ...EAST,
    version: 2,
    createdAt: '2026-11-20T03:00:00.000Z',
    updatedAt: '2026-11-20T03:00:00.000Z',
    zones: [],
    amphoeCount: 0,
  });
  server.answer('zones.get', ({ params }) =>
    detail(zones.find(({ id }) => id === params.id) ?? SOUTH),
  );
  return renderPage(<Page />, {
    route: `/users-management/territories${query}`,
    server,
    as,
    texts: { 'remote-admin': { en, th } },
  });
};

const cover = async () => screen.findByRole('tree', { name: 'Districts it covers' });
const item = (name: RegExp) => screen.getByRole('treeitem', { name });
/** The row that the keyboard is on. */
const active = (tree: HTMLElement) =>
  document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('says how much is covered, region by region, and opens a zone beside the tree', async () => {
  const { user, address } = await open();
  expect(await screen.findByText('2 of 4 districts covered')).toBeInTheDocument();
  expect(item(/^C Region C/)).toHaveTextContent('2 districts · 3 people');
  await user.click(item(/BKK-N/));
  expect(address()).toContain(`open=zone-${NORTH.id}`);
  expect(await screen.findByRole('heading', { name: 'BKK-N Zone BKK-N' })).toBeInTheDocument();
});

test('exports the coverage as the kind of file that is chosen, for whoever may look', async () => {
  const { user, server } = await open('', 'auditor');
  await screen.findByText('2 of 4 districts covered');
  expect(screen.queryByRole('button', { name: /New zone/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Export/ }));
  await user.click(await screen.findByText(/CSV/));
  await waitFor(() =>
    expect(server.requests('zones.coverageExport')).toEqual([
      expect.objectContaining({ query: { format: 'csv' } }),
    ]),
  );
});

test('draws only the rows in view, and brings what is chosen into it', async () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    zone(1000 + index, `Z-${String(index).padStart(3, '0')}`, []),
  );
  const last = many.at(-1) ?? NORTH;
  await open(`?open=zone-${last.id}`, 'system-admin', many);
  const tree = await screen.findByRole('tree', { name: 'Regions and zones' });
  expect(await within(tree).findByRole('treeitem', { name: /Z-299/ })).toBeInTheDocument();
  expect(within(tree).queryByRole('treeitem', { name: /Z-100/ })).not.toBeInTheDocument();
  expect(active(tree)).toContain('Z-299');
  expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(40);
});

/** Types a word a tenth of a second a letter, by the clock of the keys: the machine may be slower. */
let pressedAt = 1000;
function typeWord(tree: HTMLElement, word: string): void {
  pressedAt += 1000;
  for (const key of word) {
    const press = createEvent.keyDown(tree, { key });
    pressedAt += 100;
    Object.defineProperty(press, 'timeStamp', { value: pressedAt });
    fireEvent(tree, press);
  }
}

test('the tree of zones is walked by arrows, letters and Space', async () => {
  const { user, address } = await open();
  const tree = await screen.findByRole('tree', { name: 'Regions and zones' });
  tree.focus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.queryByRole('treeitem', { name: /BKK-N/ })).not.toBeInTheDocument();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(active(tree)).toContain('BKK-N');
  await user.keyboard('{ArrowLeft}');
  expect(active(tree)).toContain('Region C');
  typeWord(tree, 'bkk-s');
  expect(active(tree)).toContain('BKK-S');
  await user.keyboard('{Home}');
  typeWord(tree, 'reg');
  expect(active(tree)).toContain('Region E');
  await user.keyboard('{Home}');
  typeWord(tree, 'e');
  expect(active(tree)).toContain('Region E');
  await user.keyboard(' ');
  expect(address()).toContain(`open=region-${EAST.id}`);
  expect(await screen.findByRole('heading', { name: 'E Region E' })).toBeInTheDocument();
  expect(tree).toHaveFocus();
});

test('covers what is searched and ticked; a province in part is neither on nor off', async () => {
  const { user, server } = await open(`?open=zone-${NORTH.id}`);
  server.answer('zones.update', { data: detail(NORTH) } as never);
  await cover();
  expect(item(/^Bangkok/)).toHaveAttribute('aria-checked', 'mixed');
  await user.type(screen.getByRole('searchbox', { name: 'Search provinces and districts' }), 'ปอม');
  expect(screen.queryByRole('treeitem', { name: /Bang Rak/ })).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  const tree = await cover();
  expect(tree).toHaveFocus();
  await user.keyboard('{ArrowDown} ');
  expect(item(/Pom Prap/)).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(server.requests('zones.update')[0]?.body).toMatchObject({
      version: 4,
      amphoeIds: [1004, 1008],
      moveAmphoeIds: [],
    }),
  );
});

test('a district of another zone is ticked only after a question', async () => {
  const { user, server } = await open(`?open=zone-${NORTH.id}`);
  server.answer('zones.update', { data: detail(NORTH) } as never);
  await cover();
  await user.click(item(/^Bangkok/));
  const question = await screen.findByRole('alertdialog', {
    name: 'Move 1 district from another zone?',
  });
  expect(question).toHaveTextContent('Pathum Wan (BKK-S)');
  // Left where it is: the free ones of the province are ticked all the same.
  await user.click(within(question).getByRole('button', { name: 'Leave them' }));
  expect(item(/^Bangkok/)).toHaveTextContent('2 of 3 districts');
  await user.click(item(/^Bangkok/));
  await user.click(await screen.findByRole('button', { name: 'Move them here' }));
  expect(item(/^Bangkok/)).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(server.requests('zones.update')[0]?.body).toMatchObject({
      amphoeIds: [1004, 1008, 1007],
      moveAmphoeIds: [1007],
    }),
  );
});

test('what somebody else took meanwhile is named, and moving it is offered', async () => {
  const { user, server } = await open(`?open=zone-${NORTH.id}`);
  await cover();
  server.fail('zones.update', {
    statusCode: 409,
    code: 'AMPHOE_TAKEN',
    message: 'Pom Prap already belongs to the zone X.',
    errors: [
      {
        field: 'amphoeIds[1]',
        code: 'AMPHOE_TAKEN',
        message: 'Pom Prap already belongs to the zone X.',
      },
    ],
  });
  await user.type(screen.getByRole('searchbox', { name: 'Search provinces and districts' }), 'pom');
  await user.click(item(/Pom Prap/));
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  const offer = await screen.findByRole('button', { name: 'Move 1 district here' });
  expect(screen.getAllByText('Pom Prap already belongs to the zone X.')[0]).toBeInTheDocument();
  server.answer('zones.update', { data: detail(NORTH) } as never);
  await user.click(offer);
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(server.requests('zones.update')[1]?.body).toMatchObject({
      amphoeIds: [1004, 1008],
      moveAmphoeIds: [1008],
    }),
  );
});

test('a zone that somebody else saved meanwhile names the districts that changed', async () => {
  const { user, server } = await open(`?open=zone-${NORTH.id}`);
  await cover();
  server.fail('zones.update', { statusCode: 409, code: 'VERSION_CONFLICT', message: 'Changed.' });
  server.answer('zones.get', detail({ ...NORTH, amphoeIds: [1004, 1008] }, { version: 5 }));
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else has changed this' });
  const cells = within(within(dialog).getByRole('row', { name: /Districts it covers/ }));
  expect(cells.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '1 district',
    '2 districts; only here: Pom Prap',
  ]);
});

test('shows what nobody covers first, and only that when asked', async () => {
  const { user } = await open('?tab=coverage');
  const provinces = await screen.findAllByRole('button', { name: /districts$/ });
  expect(provinces.map((button) => button.textContent)).toEqual([
    expect.stringContaining('Chiang Mai'),
    expect.stringContaining('Bangkok'),
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Not covered only' }));
  await user.click(screen.getByRole('button', { name: /Bangkok/ }));
  expect(screen.getByText('Pom Prap')).toBeInTheDocument();
  expect(screen.queryByText('Bang Rak')).not.toBeInTheDocument();
  expect(screen.getByText('2 of 3 districts')).toBeInTheDocument();
});

test('a zone moves to another region', async () => {
  const { user, server } = await open(`?open=zone-${NORTH.id}`);
  server.answer('regions.all', { data: [CENTRAL, EAST] } as never);
  server.answer('regions.moveZone', { data: detail(NORTH) } as never);
  await user.click(await screen.findByRole('button', { name: 'Move to another region' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox'));
  await user.click(await screen.findByText('Region E', { selector: '[title]' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move zone' }));
  await waitFor(() =>
    expect(server.requests('regions.moveZone')[0]).toMatchObject({
      params: { id: CENTRAL.id },
      body: { version: 4, zoneId: NORTH.id, toRegionId: EAST.id },
    }),
  );
});

test('whoever only looks changes nothing', async () => {
  await open(`?open=zone-${NORTH.id}`, 'auditor');
  const tree = await cover();
  expect(tree).toHaveAttribute('aria-disabled', 'true');
  // user-event keeps off what a disabled fieldset holds; browsers let such a row be clicked.
  fireEvent.click(item(/^Chiang Mai/));
  expect(item(/^Chiang Mai/)).toHaveAttribute('aria-checked', 'false');
  expect(screen.queryByRole('button', { name: 'New zone' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Move to another region' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save zone' })).toBeDisabled();
});
